#include "core/train/callbacks/nan_guard.h"

#include <cmath>

#include "core/train/optimizer_set.h"

namespace core {
namespace {

constexpr double kFetchIntervalS = 0.05; // so late a NaN on a GPU may be noticed
constexpr size_t kFetchCount = 256;

NanGuard::Action actionFrom(const std::string& text) {
    if (text == "continue") return NanGuard::Action::Continue;
    if (text == "pause") return NanGuard::Action::Pause;
    if (text == "roll_back") return NanGuard::Action::RollBack;
    return NanGuard::Action::Stop;
}

} // namespace

NanGuard::Options NanGuard::optionsFrom(const Params& params) {
    return {actionFrom(params.text("action")), params.integer("max_rollbacks"),
            params.real("rate_factor"), params.integer("max_skipped")};
}

NanGuard::NanGuard(Options options) : Callback("nan_guard", order::kDecider), m_options(options) {}

void NanGuard::subscribe(Subscriptions& subscriptions) {
    subscriptions.on(Event::Setup, this, &NanGuard::onSetup);
    subscriptions.on(Event::CheckpointLoaded, this, &NanGuard::onCheckpointLoaded);
    subscriptions.on(Event::StepStart, this, &NanGuard::onStepStart);
    subscriptions.on(Event::BatchEnd, this, &NanGuard::onBatchEnd);
    subscriptions.on(Event::AfterOptimizerStep, this, &NanGuard::onAfterOptimizerStep);
    subscriptions.on(Event::StepEnd, this, &NanGuard::onStepEnd);
    subscriptions.on(Event::EvalStart, this, &NanGuard::fetch);
    subscriptions.on(Event::EvalEnd, this, &NanGuard::onEvalEnd);
    subscriptions.on(Event::CheckpointSaving, this, &NanGuard::fetch); // or it would be bad
    subscriptions.on(Event::FitEnd, this, &NanGuard::fetch);
}

void NanGuard::onSetup(TrainState& state) {
    m_monitor = state.model->validationMetric().key;
    state.keepsRollback = m_options.action == Action::RollBack;
}

void NanGuard::onStepStart(TrainState&) {
    m_windowLoss.reset();
    m_isSkipped = false;
}

void NanGuard::onBatchEnd(TrainState& state) {
    const StepResult& result = state.result;
    if (result.loss.defined() && result.weight > 0.0) m_windowLoss.add(result.loss, result.weight);
}

void NanGuard::onAfterOptimizerStep(TrainState& state) {
    m_isSkipped = m_isSkipped || state.stepWasSkipped;
    // Of a skipped step no weight has seen the gradients.
    if (!state.stepWasSkipped) look(state, "gradient", state.globalStep + 1, state.gradientNorm);
}

void NanGuard::onStepEnd(TrainState& state) {
    if (!m_windowLoss.empty()) look(state, "loss", state.globalStep, m_windowLoss.mean());
    countSkipped(state);
    if (m_late.empty()) return;
    if (m_late.size() >= kFetchCount || state.seconds() - m_lastFetchS >= kFetchIntervalS)
        fetch(state);
}

void NanGuard::countSkipped(TrainState& state) {
    m_skippedInRow = m_isSkipped ? m_skippedInRow + 1 : 0;
    if (m_options.maxSkipped == 0 || m_skippedInRow < m_options.maxSkipped) return;
    act(state, std::to_string(m_skippedInRow) + " steps in a row were left out up to step " +
                   std::to_string(state.globalStep) + ": their gradients were not finite");
}

void NanGuard::onEvalEnd(TrainState& state) {
    if (const MetricValue* metric = state.evalMetrics.find(m_monitor))
        check(state, m_monitor, state.globalStep, metric->value);
}

void NanGuard::look(TrainState& state, const char* what, int64_t step, const LateNumber& number) {
    if (number.onDevice.defined())
        m_late.push_back({what, step, number.onDevice});
    else
        check(state, what, step, number.value);
}

void NanGuard::fetch(TrainState& state) {
    if (m_late.empty()) return;
    m_lastFetchS = state.seconds();
    std::vector<at::Tensor> values;
    for (const Late& late : m_late)
        values.push_back(late.value);
    const std::vector<float> fetched = fetchTogether(values);
    for (size_t i = 0; i < m_late.size(); ++i)
        check(state, m_late[i].what, m_late[i].step, fetched[i]);
    m_late.clear();
}

void NanGuard::check(TrainState& state, std::string_view what, int64_t step, double value) {
    if (std::isfinite(value)) return;
    act(state, std::string(what) + " became " + (std::isnan(value) ? "NaN" : "infinite") +
                   " at step " + std::to_string(step));
}

void NanGuard::act(TrainState& state, const std::string& text) {
    if (m_hasActed) return; // the first of them says it
    m_hasActed = true;
    state.note(EventLevel::Error, "nan", text);
    if (m_options.action == Action::Continue) return;
    state.isLastCheckpointGood = false; // the weights may be spoilt by now
    if (m_options.action == Action::RollBack) return askForRollback(state, text);
    if (m_options.action == Action::Pause) return state.requestPause(text);
    state.requestStop(text);
}

void NanGuard::askForRollback(TrainState& state, const std::string& text) {
    if (m_rollbacks >= m_options.maxRollbacks)
        return state.requestStop(text + ", after going back " + std::to_string(m_rollbacks) +
                                 (m_rollbacks == 1 ? " time" : " times"));
    ++m_rollbacks;
    m_isRollingBack = true;
    state.requestRollback();
}

void NanGuard::onCheckpointLoaded(TrainState& state) {
    m_late.clear();
    if (!m_isRollingBack) return;
    m_isRollingBack = false;
    // The rates are those of the checkpoint: it knows of the times before it alone.
    const auto times = static_cast<double>(m_rollbacks - m_savedRollbacks);
    for (OptimizerSlot& slot : state.optimizers->slots())
        for (double& rate : slot.baseRates)
            rate *= std::pow(m_options.rateFactor, times);
    state.note(EventLevel::Warning, "rolled back",
               "Went back to step " + std::to_string(state.globalStep) +
                   " with a lower learning rate (" + std::to_string(m_rollbacks) + " of " +
                   std::to_string(m_options.maxRollbacks) + ")");
}

void NanGuard::saveState(Archive& archive) const {
    archive.write("has_acted", m_hasActed);
    archive.write("skipped_in_row", m_skippedInRow);
    archive.write("rollbacks", m_rollbacks);
}

void NanGuard::loadState(const Archive& archive) {
    m_hasActed = m_options.action == Action::Continue && archive.flag("has_acted");
    m_skippedInRow = archive.integer("skipped_in_row");
    m_savedRollbacks = archive.integer("rollbacks");
    if (!m_isRollingBack) m_rollbacks = m_savedRollbacks;
}

} // namespace core
