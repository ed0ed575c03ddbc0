#include "core/train/callbacks/recorder.h"

#include <algorithm>
#include <set>

#include "core/train/optimizer_set.h"
#include "core/train/wall_clock.h"

namespace core {
namespace {

constexpr double kFetchIntervalS = 0.05; // a point may be this late
constexpr size_t kFetchCount = 256;

} // namespace

Recorder::Options Recorder::optionsFrom(const Params& params) {
    return {params.integer("every")};
}

Recorder::Recorder(Options options) : Callback("recorder", order::kSink), m_options(options) {}

void Recorder::subscribe(Subscriptions& subscriptions) {
    subscriptions.on(Event::CheckpointLoaded, this, &Recorder::onCheckpointLoaded);
    subscriptions.on(Event::FitStart, this, &Recorder::onFitStart);
    subscriptions.on(Event::StepStart, this, &Recorder::onStepStart);
    subscriptions.on(Event::BatchEnd, this, &Recorder::onBatchEnd);
    subscriptions.on(Event::AfterOptimizerStep, this, &Recorder::onAfterOptimizerStep);
    subscriptions.on(Event::StepEnd, this, &Recorder::onStepEnd);
    subscriptions.on(Event::EvalStart, this, &Recorder::fetch);
    subscriptions.on(Event::EvalEnd, this, &Recorder::onEvalEnd);
    subscriptions.on(Event::EpochEnd, this, &Recorder::onEpochEnd);
    subscriptions.on(Event::FitEnd, this, &Recorder::fetch);
}

// Of what the run has gone back from.
void Recorder::onCheckpointLoaded(TrainState&) {
    m_late.clear();
}

void Recorder::onFitStart(TrainState& state) {
    m_loss = state.sink->series({"loss/train", "", Direction::Minimize});
    const auto& names = state.optimizers->names();
    for (const std::string& name : names) {
        const std::string suffix = names.size() == 1 ? "" : "/" + name;
        const SeriesId norm = state.sink->series({"gradient/norm" + suffix, "", Direction::None});
        m_optimizers.push_back(
            {name, ratesOf(state, name, "learning_rate" + suffix), norm, {}, false});
    }
    m_lastFetchS = state.seconds();
    m_skippedSteps = state.skippedSteps;
    if (state.globalStep > 0) m_lossScale = state.lossScale; // a resumed run has logged it
}

// Groups of one name have one rate.
std::vector<Recorder::Rate> Recorder::ratesOf(const TrainState& state, std::string_view optimizer,
                                              const std::string& tag) const {
    const auto& names = state.optimizers->find(optimizer).groupNames;
    std::vector<Rate> rates = {{0, state.sink->series({tag, "", Direction::None})}};
    std::set<std::string> seen = {""};
    for (size_t i = 1; i < names.size(); ++i)
        if (seen.insert(names[i]).second)
            rates.push_back({i, state.sink->series({tag + "/" + names[i], "", Direction::None})});
    return rates;
}

void Recorder::onStepStart(TrainState&) {
    m_windowLoss.reset();
    for (OptimizerSeries& optimizer : m_optimizers)
        optimizer.hasStepped = false;
}

void Recorder::onBatchEnd(TrainState& state) {
    const StepResult& result = state.result;
    if (result.loss.defined() && result.weight > 0.0) m_windowLoss.add(result.loss, result.weight);
}

void Recorder::onAfterOptimizerStep(TrainState& state) {
    for (OptimizerSeries& optimizer : m_optimizers) {
        if (optimizer.name != state.optimizer) continue;
        optimizer.hasStepped = true;
        optimizer.lastNorm = state.gradientNorm;
        const OptimizerSlot& slot = state.optimizers->find(state.optimizer);
        for (Rate& rate : optimizer.rates)
            rate.last = slot.lr(rate.group);
    }
}

void Recorder::onStepEnd(TrainState& state) {
    m_nowS = state.seconds();
    m_nowMs = wallMs();
    if (state.globalStep % m_options.every == 0) logStep(state);
    logScale(state);
    const bool isUrgent = state.isCheckpointWanted || state.isRollbackWanted || state.isEnding();
    if (isUrgent || m_late.size() >= kFetchCount || m_nowS - m_lastFetchS >= kFetchIntervalS)
        fetch(state);
}

void Recorder::logStep(TrainState& state) {
    if (!m_windowLoss.empty()) log(state, m_loss, m_windowLoss.mean());
    for (const OptimizerSeries& optimizer : m_optimizers) {
        if (!optimizer.hasStepped) continue;
        for (const Rate& rate : optimizer.rates)
            log(state, rate.series, {rate.last, {}});
        log(state, optimizer.norm, optimizer.lastNorm);
    }
    if (!state.logged.empty()) logModelNumbers(state);
}

// Both seldom change: a point each time they do.
void Recorder::logScale(TrainState& state) {
    if (state.skippedSteps != m_skippedSteps)
        log(state, seriesOf(state, "skipped_steps", ""),
            {static_cast<double>(state.skippedSteps), {}});
    if (state.lossScale != m_lossScale)
        log(state, seriesOf(state, "loss_scale", ""), {state.lossScale, {}});
    m_skippedSteps = state.skippedSteps;
    m_lossScale = state.lossScale;
}

// The same name logged in several batches of a window is one number.
void Recorder::logModelNumbers(TrainState& state) {
    const auto& logged = state.logged;
    for (size_t i = 0; i < logged.size(); ++i) {
        const auto isSame = [&](const LoggedNumber& other) { return other.name == logged[i].name; };
        if (std::find_if(logged.begin(), logged.begin() + static_cast<long>(i), isSame) !=
            logged.begin() + static_cast<long>(i))
            continue;
        LateMean mean;
        for (size_t k = i; k < logged.size(); ++k)
            if (isSame(logged[k]) && logged[k].weight > 0.0)
                mean.add(logged[k].value, logged[k].weight);
        log(state, seriesOf(state, logged[i].name, "/train"), mean.mean());
    }
}

void Recorder::onEvalEnd(TrainState& state) {
    logMetrics(state, state.evalMetrics);
}

void Recorder::onEpochEnd(TrainState& state) {
    fetch(state);
    logMetrics(state, state.trainMetrics);
}

void Recorder::logMetrics(TrainState& state, const Metrics& metrics) {
    m_nowS = state.seconds();
    m_nowMs = wallMs();
    for (const MetricValue& metric : metrics) {
        if (metric.name == "loss/train") continue; // has a point for each step
        const SeriesId series = seriesOf(state, metric.name, "", metric.direction);
        state.sink->scalar({series, state.globalStep, m_nowMs, m_nowS, metric.value});
    }
}

ScalarPoint Recorder::pointAt(const TrainState& state, SeriesId series) const {
    return {series, state.globalStep, m_nowMs, m_nowS, 0.0};
}

void Recorder::log(TrainState& state, SeriesId series, const LateNumber& number) {
    ScalarPoint point = pointAt(state, series);
    if (number.onDevice.defined()) {
        m_late.push_back({point, number.onDevice});
        return;
    }
    point.value = number.value;
    state.sink->scalar(point);
}

void Recorder::fetch(TrainState& state) {
    m_lastFetchS = state.seconds();
    if (m_late.empty()) return;
    std::vector<at::Tensor> values;
    for (const Late& late : m_late)
        values.push_back(late.value);
    const std::vector<float> fetched = fetchTogether(values);
    for (size_t i = 0; i < m_late.size(); ++i) {
        m_late[i].point.value = fetched[i];
        state.sink->scalar(m_late[i].point);
    }
    m_late.clear();
}

SeriesId Recorder::seriesOf(TrainState& state, std::string_view name, const char* suffix,
                            Direction direction) {
    const std::string_view end = suffix;
    for (const auto& [known, series] : m_series)
        if (known.size() == name.size() + end.size() && known.starts_with(name) &&
            known.ends_with(end))
            return series;
    const std::string tag = std::string(name) + suffix;
    const SeriesId series = state.sink->series({tag, "", direction});
    m_series.emplace_back(tag, series);
    return series;
}

} // namespace core
