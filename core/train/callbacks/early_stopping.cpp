#include "core/train/callbacks/early_stopping.h"

#include "core/train/snapshot.h"

namespace core {

EarlyStopping::Options EarlyStopping::optionsFrom(const Params& params) {
    return {params.integer("patience"), params.real("min_delta"), params.flag("restore_best"),
            params.text("monitor")};
}

EarlyStopping::EarlyStopping(Options options)
    : Callback("early_stopping", order::kDecider),
      m_options(std::move(options)),
      m_watch(m_options.monitor) {}

void EarlyStopping::subscribe(Subscriptions& subscriptions) {
    subscriptions.on(Event::Setup, this, &EarlyStopping::onSetup);
    subscriptions.on(Event::CheckpointLoaded, this, &EarlyStopping::onCheckpointLoaded);
    subscriptions.on(Event::EvalEnd, this, &EarlyStopping::onEvalEnd);
    subscriptions.on(Event::EpochEnd, this, &EarlyStopping::onEpochEnd);
    subscriptions.on(Event::FitEnd, this, &EarlyStopping::onFitEnd);
}

void EarlyStopping::onSetup(TrainState& state) {
    m_watch.choose(state);
    m_epochCount = state.epochCount;
}

// A run that had stopped early does not train on by itself: it does when patience or the number of
// epochs has been raised.
void EarlyStopping::onCheckpointLoaded(TrainState& state) {
    if (state.epochCount > m_epochCount) m_waited = 0;
    m_epochCount = state.epochCount;
    if (m_waited >= m_options.patience) state.requestFinish(reason());
}

void EarlyStopping::onEvalEnd(TrainState& state) {
    if (const auto value = m_watch.atEvalEnd(state)) check(state, *value);
}

void EarlyStopping::onEpochEnd(TrainState& state) {
    if (const auto value = m_watch.atEpochEnd(state)) check(state, *value);
}

void EarlyStopping::check(TrainState& state, double value) {
    if (m_watch.monitor().isBetter(value, m_best.value, m_options.minDelta)) {
        m_best = {value, state.globalStep};
        m_waited = 0;
        if (m_options.restoresBest) m_bestWeights = saveWeights(*state.model);
        return;
    }
    if (++m_waited >= m_options.patience) state.requestFinish(reason());
}

std::string EarlyStopping::reason() const {
    return "early stopping: no better " + m_watch.monitor().key + " for " +
           std::to_string(m_options.patience) + (m_options.patience == 1 ? " check" : " checks");
}

void EarlyStopping::onFitEnd(TrainState& state) {
    if (state.ending == Ending::Paused || m_bestWeights.empty()) return;
    loadWeights(*state.model, m_bestWeights);
    state.areWeightsFinal = true;
    state.note(EventLevel::Info, "restored",
               "The weights of step " + std::to_string(m_best.step) + " are back: the best " +
                   m_watch.monitor().key);
}

void EarlyStopping::saveState(Archive& archive) const {
    archive.write("best_value", m_best.value);
    archive.write("best_step", m_best.step);
    archive.write("waited", m_waited);
    archive.write("epoch_count", m_epochCount);
    archive.writeSection("weights", m_bestWeights);
}

void EarlyStopping::loadState(const Archive& archive) {
    m_best = {archive.real("best_value"), archive.integer("best_step")};
    m_waited = archive.integer("waited");
    m_epochCount = archive.integer("epoch_count");
    m_bestWeights = archive.section("weights");
}

} // namespace core
