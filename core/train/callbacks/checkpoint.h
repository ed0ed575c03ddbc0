// Writes checkpoints: after evaluations and epochs, when asked for, and at the end. The last few
// and the best are kept. A file goes only when the new one and its record are safe. Training
// thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/params.h"
#include "core/train/callback.h"
#include "core/train/metric_watch.h"

namespace core {

class Checkpoint final : public Callback {
public:
    struct Options {
        size_t keepLast = 2; // at least 1
        bool keepsBest = true;
        double intervalS = 5.0; // shortest time between two files
        std::string monitor;    // as MetricWatch takes it
    };
    static Options optionsFrom(const Params& params); // of checkpoint.json

    // Files go to <workspace>/<folder>; their records hold paths relative to the workspace.
    Checkpoint(Options options, std::string workspace, std::string folder);

    void subscribe(Subscriptions& subscriptions) override;
    void saveState(Archive& archive) const override;
    void loadState(const Archive& archive) override;

private:
    struct Kept {
        std::string path; // relative to the workspace
        int64_t step = 0;
        bool isRewound = false; // of a future that this run has gone back from
    };
    // A best state whose file was put off, since the last one was written moments before or the
    // disk was full.
    struct Held {
        Archive snapshot;
        CheckpointRecord record;
    };

    void onSetup(TrainState& state);
    void onFitStart(TrainState& state);
    void onEvalEnd(TrainState& state);
    void onEpochEnd(TrainState& state);
    void onCheckpointSaving(TrainState& state);

    void judge(TrainState& state, double value);
    bool isTooSoon(const TrainState& state) const;
    CheckpointRecord recordOf(const TrainState& state) const;
    void write(TrainState& state, const Archive& snapshot, CheckpointRecord record);
    void save(TrainState& state, const CheckpointRecord& record);
    void noteFailure(TrainState& state, const CheckpointRecord& record, const std::string& reason);
    void removeOld(TrainState& state);

    Options m_options;
    MetricWatch m_watch;
    std::string m_workspace;
    std::string m_folder;

    BestValue m_best;
    BestValue m_latest;
    std::vector<Kept> m_kept; // oldest first
    std::optional<Held> m_held;
    bool m_isFailing = false;   // the last one could not be written
    double m_lastWriteS = -1.0; // in TrainState::seconds(); negative: none in this session
};

} // namespace core
