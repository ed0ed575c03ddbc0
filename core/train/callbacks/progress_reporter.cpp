#include "core/train/callbacks/progress_reporter.h"

#include <limits>

#include <ATen/ATen.h>

namespace core {
namespace {

constexpr double kReportIntervalS = 0.1;
constexpr double kSpeedIntervalS = 1.0;

} // namespace

void ProgressReporter::subscribe(Subscriptions& subscriptions) {
    subscriptions.on(Event::FitStart, this, &ProgressReporter::onFitStart);
    subscriptions.on(Event::CheckpointLoaded, this, &ProgressReporter::startMeasuring);
    subscriptions.on(Event::StepEnd, this, &ProgressReporter::onStepEnd);
    subscriptions.on(Event::EvalStart, this, &ProgressReporter::onEvalStart);
    subscriptions.on(Event::EvalEnd, this, &ProgressReporter::onEvalEnd);
    subscriptions.on(Event::EpochEnd, this, &ProgressReporter::onEvalEnd);
    subscriptions.on(Event::FitEnd, this, &ProgressReporter::onFitEnd);
    subscriptions.on(Event::Exception, this, &ProgressReporter::onFitEnd); // how far it came
}

void ProgressReporter::startMeasuring(TrainState& state) {
    m_startS = m_windowS = state.seconds();
    m_startStep = m_windowStep = state.globalStep;
    m_windowSamples = state.sampleCount;
}

void ProgressReporter::onFitStart(TrainState& state) {
    startMeasuring(state);
    m_progress.loss = std::numeric_limits<double>::quiet_NaN();
    report(state, "Training");
}

void ProgressReporter::onStepEnd(TrainState& state) {
    if (state.seconds() - m_lastReportS < kReportIntervalS) return;
    report(state, "Training");
}

void ProgressReporter::onEvalStart(TrainState& state) {
    report(state, "Evaluating");
}

void ProgressReporter::onEvalEnd(TrainState& state) {
    report(state, "Training");
}

void ProgressReporter::onFitEnd(TrainState& state) {
    report(state, "Training");
}

void ProgressReporter::report(TrainState& state, const char* phase) {
    m_lastReportS = state.seconds();
    m_progress.phase = phase;
    m_progress.epoch = state.epoch;
    m_progress.epochCount = state.epochCount;
    m_progress.step = state.globalStep;
    m_progress.totalSteps = state.totalSteps;
    m_progress.stepsPerEpoch = state.stepsPerEpoch;
    m_progress.elapsedS = m_lastReportS;
    if (state.result.loss.defined()) m_progress.loss = state.result.loss.item<double>();
    measureSpeed(state);
    state.sink->progress(m_progress);
}

// The speed shown is that of the last second; the rest is estimated from the whole session, with
// its evaluations and checkpoints.
void ProgressReporter::measureSpeed(const TrainState& state) {
    const double seconds = m_lastReportS - m_windowS;
    const bool isFirst = m_windowStep == m_startStep;
    if ((seconds >= kSpeedIntervalS || isFirst) && seconds > 0.0) {
        m_progress.stepsPerSecond = static_cast<double>(state.globalStep - m_windowStep) / seconds;
        m_progress.samplesPerSecond =
            static_cast<double>(state.sampleCount - m_windowSamples) / seconds;
    }
    if (seconds >= kSpeedIntervalS) {
        m_windowS = m_lastReportS;
        m_windowStep = state.globalStep;
        m_windowSamples = state.sampleCount;
    }
    const auto done = static_cast<double>(state.globalStep - m_startStep);
    const auto left = static_cast<double>(state.totalSteps - state.globalStep);
    const bool isKnown = state.totalSteps > 0 && done > 0.0;
    m_progress.remainingS = isKnown ? left * (m_lastReportS - m_startS) / done : -1.0;
}

} // namespace core
