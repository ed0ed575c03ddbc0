// Lowers the learning rate when the watched metric has not become better for some checks. Acts on
// every optimizer that follows the config's schedule, on top of that schedule. Training thread.
//
// As ReduceLROnPlateau of PyTorch, but for two meanings: it waits `patience` checks as early
// stopping does (theirs waits one more), and a relative threshold is a share of the best value's
// size (theirs turns round when the value is negative).
#pragma once

#include "core/params.h"
#include "core/train/callback.h"
#include "core/train/metric_watch.h"

namespace core {

class Plateau final : public Callback {
public:
    struct Options {
        double factor = 0.1;      // in (0, 1)
        int64_t patience = 5;     // lowered at so many checks in a row without a better value
        double threshold = 1e-4;  // a value is better only by more than this
        bool isRelative = true;   // `threshold` is a share of the best value
        int64_t cooldown = 0;     // checks after a change that do not count
        double lowestScale = 0.0; // of the learning rate, as a share of the schedule's
        std::string monitor = ""; // as MetricWatch takes it
    };
    // Of plateau.json; its lowest learning rate is for an optimizer of the rate `lr`.
    static Options optionsFrom(const Params& params, double lr);

    explicit Plateau(Options options);

    void subscribe(Subscriptions& subscriptions) override;
    void saveState(Archive& archive) const override;
    void loadState(const Archive& archive) override;

private:
    void onSetup(TrainState& state);
    void onEvalEnd(TrainState& state);
    void onEpochEnd(TrainState& state);
    void check(TrainState& state, double value);
    bool isBetter(double value) const;
    void lower(TrainState& state);

    Options m_options;
    MetricWatch m_watch;
    double m_best;
    double m_scale = 1.0;   // what the schedule is multiplied by
    int64_t m_waited = 0;   // checks since the best or the last change
    int64_t m_cooldown = 0; // checks until they count again
};

} // namespace core
