// The part of the Trainer that puts its whole state into an archive and takes it from there.
#include <ATen/Parallel.h>

#include "core/error.h"
#include "core/train/guarded.h"
#include "core/train/snapshot.h"
#include "core/train/trainer.h"

namespace core {

Archive Trainer::snapshot() const {
    Archive archive;
    archive.writeSection("model", saveWeights(m_model));
    Archive extra, optimizers, metrics;
    guarded([] { return "The model failed in saveExtra"; }, [&] { m_model.saveExtra(extra); });
    archive.writeSection("extra", extra);
    m_optimizers->save(optimizers);
    archive.writeSection("optimizer", optimizers);
    m_trainMetrics.save(metrics);
    archive.writeSection("metrics", metrics);
    if (m_scaler) {
        Archive scaler;
        m_scaler->save(scaler);
        archive.writeSection("scaler", scaler);
    }
    archive.writeSection("rng", saveGenerators(m_state.device));
    archive.writeSection("callback", m_callbacks.saveStates());
    archive.writeSection("trainer", position());
    return archive;
}

Archive Trainer::position() const {
    Archive position;
    position.write("epoch", m_state.epoch);
    position.write("inner_epoch", m_state.innerEpoch);
    position.write("batch", m_state.batch);
    position.write("batch_count", m_state.batchCount);
    position.write("is_epoch_open", m_isEpochOpen);
    position.write("global_step", m_state.globalStep);
    position.write("skipped_steps", m_state.skippedSteps);
    position.write("samples", m_state.sampleCount);
    position.write("last_eval_step", m_state.lastEvalStep);
    position.write("seconds", m_state.seconds());
    position.write("seed", static_cast<int64_t>(m_options.seed));
    position.write("threads", static_cast<int64_t>(at::get_num_threads()));
    position.write("end_reason", m_state.endReason);
    return position;
}

void Trainer::restore(const Archive& checkpoint) {
    loadWeights(m_model, checkpoint.section("model"));
    guarded([] { return "The model failed in loadExtra"; },
            [&] { m_model.loadExtra(checkpoint.section("extra")); });
    for (const std::string& optimizer : m_optimizers->load(checkpoint.section("optimizer")))
        m_state.note(EventLevel::Warning, "optimizer",
                     "The state of the optimizer " + optimizer +
                         " is in no checkpoint, since its kind is not known here: it starts anew, "
                         "and the run will differ from one that was never interrupted");
    m_trainMetrics.load(checkpoint.section("metrics"));
    restoreScale(checkpoint.section("scaler"));
    restorePosition(checkpoint.section("trainer"));
    for (const std::string& name : m_callbacks.loadStates(checkpoint.section("callback")))
        m_state.note(
            EventLevel::Warning, "callback",
            "The callback " + name + " is not in both the checkpoint and this run; it starts anew");
    loadGenerators(checkpoint.section("rng"), m_state.device);
    m_isPositionSaved = true;
}

// A run that goes on in another precision starts with a scale of its own.
void Trainer::restoreScale(const Archive& scaler) {
    if (!m_scaler || scaler.empty()) return;
    m_scaler->load(scaler);
    m_state.lossScale = m_scaler->scale();
}

// False: nobody asked for it, and training ends.
bool Trainer::rollBack() {
    if (!m_state.isRollbackWanted) return false;
    m_state.isRollbackWanted = false;
    m_state.isCheckpointWanted = false;                        // it was for what is given up
    if (m_state.isLimitReached) m_state.ending = Ending::None; // not there any more
    m_state.isLimitReached = false;
    const double seconds = m_state.secondsBefore;
    restore(m_rollback.value());
    m_state.secondsBefore = seconds; // the time was used
    m_state.isLastCheckpointGood = true;
    m_state.sink->segmentStarted(m_state.globalStep);
    m_callbacks.fire(Event::CheckpointLoaded, m_state);
    return true;
}

void Trainer::restorePosition(const Archive& position) {
    m_state.epoch = position.integer("epoch");
    m_state.innerEpoch = position.integer("inner_epoch");
    m_state.batch = position.integer("batch");
    m_isEpochOpen = position.flag("is_epoch_open");
    m_state.globalStep = position.integer("global_step");
    m_state.skippedSteps = position.integer("skipped_steps");
    m_state.sampleCount = position.integer("samples");
    m_state.lastEvalStep = position.integer("last_eval_step");
    m_state.secondsBefore = position.real("seconds");
    if (m_train && position.integer("batch_count") != m_state.batchCount)
        throw Error(
            "The checkpoint was made with " + std::to_string(position.integer("batch_count")) +
            " batches per pass through the data, and there are " +
            std::to_string(m_state.batchCount) + " now: the data or the batch size has changed");
    if (position.integer("threads") != at::get_num_threads())
        m_state.note(EventLevel::Warning, "threads",
                     "The checkpoint was made with " + std::to_string(position.integer("threads")) +
                         " threads and goes on with " + std::to_string(at::get_num_threads()) +
                         ": results can differ in the last digits");
}

} // namespace core
