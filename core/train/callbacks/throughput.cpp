#include "core/train/callbacks/throughput.h"

#include "core/train/wall_clock.h"

namespace core {
namespace {

constexpr double kIntervalS = 1.0;

} // namespace

void Throughput::subscribe(Subscriptions& subscriptions) {
    subscriptions.on(Event::FitStart, this, &Throughput::onFitStart);
    subscriptions.on(Event::FetchStart, this, &Throughput::onFetchStart).at(order::kLast);
    subscriptions.on(Event::BatchStart, this, &Throughput::onBatchStart).at(order::kFirst);
    subscriptions.on(Event::BatchEnd, this, &Throughput::onBatchEnd);
    subscriptions.on(Event::StepEnd, this, &Throughput::onStepEnd);
    subscriptions.on(Event::EvalStart, this, &Throughput::onEvalStart);
    subscriptions.on(Event::EvalEnd, this, &Throughput::onEvalEnd);
    subscriptions.on(Event::FitEnd, this, &Throughput::onFitEnd);
}

void Throughput::onFitStart(TrainState& state) {
    m_samplesSeries = state.sink->series({"samples_per_second", "samples/s", Direction::None});
    m_stepsSeries = state.sink->series({"steps_per_second", "steps/s", Direction::None});
    m_waitSeries = state.sink->series({"waiting_for_data", "%", Direction::None});
    restart(state.seconds());
}

void Throughput::restart(double now) {
    m_startS = now;
    m_waitS = 0.0;
    m_samples = m_steps = 0;
}

void Throughput::onFetchStart(TrainState& state) {
    m_fetchStartS = state.seconds();
}

void Throughput::onBatchStart(TrainState& state) {
    m_waitS += state.seconds() - m_fetchStartS;
}

void Throughput::onBatchEnd(TrainState& state) {
    m_samples += state.data->size;
}

void Throughput::onStepEnd(TrainState& state) {
    ++m_steps;
    m_nowS = state.seconds();
    if (m_nowS - m_startS >= kIntervalS) log(state);
}

void Throughput::onEvalStart(TrainState& state) {
    m_evalStartS = state.seconds();
}

void Throughput::onEvalEnd(TrainState& state) {
    m_startS += state.seconds() - m_evalStartS;
}

void Throughput::onFitEnd(TrainState& state) {
    log(state);
}

void Throughput::log(TrainState& state) {
    const double seconds = m_nowS - m_startS;
    if (m_steps == 0 || seconds <= 0.0) return;
    const auto point = [&](SeriesId series, double value) {
        state.sink->scalar({series, state.globalStep, wallMs(), m_nowS, value});
    };
    point(m_samplesSeries, static_cast<double>(m_samples) / seconds);
    point(m_stepsSeries, static_cast<double>(m_steps) / seconds);
    point(m_waitSeries, 100.0 * m_waitS / seconds);
    restart(m_nowS);
}

} // namespace core
