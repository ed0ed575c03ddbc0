// Ends the run when the watched metric has not become better for some checks, and puts the best
// weights back at the end, whatever ended the run. Training thread.
#pragma once

#include "core/params.h"
#include "core/train/callback.h"
#include "core/train/metric_watch.h"

namespace core {

class EarlyStopping final : public Callback {
public:
    // monitor, patience (checks: the run ends at the patience-th in a row without a better value),
    // min_delta (by how much a value must be better), restore_best.
    explicit EarlyStopping(const Params& params);

    void subscribe(Subscriptions& subscriptions) override;
    void saveState(Archive& archive) const override;
    void loadState(const Archive& archive) override;

private:
    void onSetup(TrainState& state);
    void onCheckpointLoaded(TrainState& state);
    void onEvalEnd(TrainState& state);
    void onEpochEnd(TrainState& state);
    void onFitEnd(TrainState& state);
    void check(TrainState& state, double value);
    std::string reason() const;

    MetricWatch m_watch;
    int64_t m_patience;
    double m_minDelta;
    bool m_restoresBest;
    BestValue m_best;
    int64_t m_waited = 0;     // checks since the best
    int64_t m_epochCount = 0; // limit of the run, to notice when it was raised
    Archive m_bestWeights;    // empty: none, or not wanted
};

} // namespace core
