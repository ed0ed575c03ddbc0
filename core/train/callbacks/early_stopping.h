// Ends the run when the watched metric has not become better for some checks, and puts the best
// weights back at the end, whatever ended the run. These are the weights that were judged: averaged
// ones, when the run evaluates those (ema.h). Training thread.
#pragma once

#include "core/params.h"
#include "core/train/callback.h"
#include "core/train/metric_watch.h"

namespace core {

class EarlyStopping final : public Callback {
public:
    struct Options {
        int64_t patience = 10; // the run ends at so many checks in a row without a better value
        double minDelta = 0.0; // a value is better only by more than this
        bool restoresBest = true;
        std::string monitor; // as MetricWatch takes it
    };
    static Options optionsFrom(const Params& params); // of early_stopping.json

    explicit EarlyStopping(Options options);

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

    Options m_options;
    MetricWatch m_watch;
    BestValue m_best;
    int64_t m_waited = 0;     // checks since the best
    int64_t m_epochCount = 0; // limit of the run, to notice when it was raised
    Archive m_bestWeights;    // empty: none, or not wanted
};

} // namespace core
