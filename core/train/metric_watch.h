// Follows the metric that decides: what early stopping and checkpoints share. Training thread.
#pragma once

#include <limits>
#include <optional>
#include <string>

#include "core/train/train_state.h"

namespace core {

class MetricWatch {
public:
    // `key`: "loss/val", "accuracy/val", "loss/train" (mean of the epoch) ...; empty: what the
    // model says, or the training loss when the run has no evaluation.
    explicit MetricWatch(std::string key) : m_key(std::move(key)) {}

    void choose(const TrainState& state); // once, when the run is set up
    const Monitor& monitor() const { return m_monitor; }

    // The value that has just become known, if this is the moment at which ours does: after an
    // evaluation for its metrics, at the end of an epoch for those of the training. Throws Error
    // naming what there is when ours is not among the results. Call at EvalEnd and at EpochEnd.
    std::optional<double> atEvalEnd(const TrainState& state);
    std::optional<double> atEpochEnd(const TrainState& state);

private:
    bool isOfTraining() const;
    double valueIn(const Metrics& metrics);

    std::string m_key;
    Monitor m_monitor;
    bool m_isDirectionKnown = false;
};

// The best value so far, and when it was. A first value is always the best if it is finite.
struct BestValue {
    double value = std::numeric_limits<double>::quiet_NaN();
    int64_t step = -1; // negative: none yet
};

} // namespace core
