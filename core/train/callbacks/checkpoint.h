// Writes checkpoints: after evaluations and epochs, when asked for, and at the end. The last few
// and the best few are kept. A file goes only when the new one and its record are safe. Training
// thread. Files are written on a thread of their own from a copy of the state, so that training
// waits for the copy alone; they get their names when training looks again, after a step.
#pragma once

#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/params.h"
#include "core/train/callback.h"
#include "core/train/durable_file.h"
#include "core/train/metric_watch.h"

namespace core {

class Checkpoint final : public Callback {
public:
    struct Options {
        size_t keepLast = 2;    // at least 1
        size_t keepBest = 1;    // by the watched metric; 0: none for being good
        double intervalS = 5.0; // shortest time between two files; 0: training waits for each
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
    struct Held {
        Archive snapshot;
        CheckpointRecord record;
    };
    using Files = std::vector<std::unique_ptr<DurableFile>>;

    void onSetup(TrainState& state);
    void onFitStart(TrainState& state);
    void onEvalEnd(TrainState& state);
    void onEpochEnd(TrainState& state);
    void onStepEnd(TrainState& state);
    void onCheckpointSaving(TrainState& state);
    void onTeardown(TrainState& state);

    void judge(TrainState& state, double value);
    bool isAmongBest(int64_t step) const;
    bool isSamePosition(const Held& current) const;
    bool isTooSoon(const TrainState& state) const;
    CheckpointRecord recordOf(const TrainState& state) const;
    void start(const TrainState& state, Held what);
    std::string finish(TrainState& state);
    void finishOrWarn(TrainState& state);
    void publish(TrainState& state, DurableFile& file, CheckpointRecord record);
    void warn(TrainState& state, const std::string& reason);
    void removeOld(TrainState& state);

    Options m_options;
    MetricWatch m_watch;
    std::string m_workspace;
    std::string m_folder;

    std::vector<BestValue> m_best; // the best first, at most keepBest
    BestValue m_latest;
    std::vector<Kept> m_kept; // oldest first
    // A best state whose file was put off, since the last one was written moments before or the
    // disk was full.
    std::optional<Held> m_held;
    std::vector<Held> m_writing;  // what the other thread is at
    std::future<Files> m_pending; // their files, complete but without their names
    bool m_isFailing = false;     // the last one could not be written
    double m_lastWriteS = -1.0;   // in TrainState::seconds(); negative: none in this session
};

} // namespace core
