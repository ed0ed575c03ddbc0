// Watches for numbers that are not finite, and decides what then: the loss of each step, gradients,
// and the metric that the model is judged by. Training thread.
//
// Rolling back goes to the last checkpoint, of which a copy is held in memory, or to the start of
// the session: weights, optimizers, generators and the place in the data, so that the same batches
// come again, but with a lower learning rate. What was logged in between is marked as rewound.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "core/train/callback.h"
#include "core/train/late_mean.h"

namespace core {

class NanGuard final : public Callback {
public:
    enum class Action { Continue, Stop, Pause, RollBack }; // Continue: it is noted, once
    struct Options {
        Action action = Action::Stop;
        int64_t maxRollbacks = 3; // of the whole run; one more, and it stops
        double rateFactor = 0.5;  // of all learning rates, at each
        // Steps left out in a row because of their gradients: so many are as bad as a NaN loss. A
        // loss scaler leaves out a few on its way to the right scale. 0: no limit.
        int64_t maxSkipped = 50;
    };
    static Options optionsFrom(const Params& params); // of nan_guard.json

    explicit NanGuard(Options options);

    void subscribe(Subscriptions& subscriptions) override;
    void saveState(Archive& archive) const override;
    void loadState(const Archive& archive) override;

private:
    // A number that still lies on a GPU.
    struct Late {
        const char* what;
        int64_t step;
        at::Tensor value;
    };

    void onSetup(TrainState& state);
    void onCheckpointLoaded(TrainState& state);
    void onStepStart(TrainState& state);
    void onBatchEnd(TrainState& state);
    void onAfterOptimizerStep(TrainState& state);
    void onStepEnd(TrainState& state);
    void onEvalEnd(TrainState& state);
    void fetch(TrainState& state);

    void look(TrainState& state, const char* what, int64_t step, const LateNumber& number);
    void check(TrainState& state, std::string_view what, int64_t step, double value);
    void countSkipped(TrainState& state);
    void act(TrainState& state, const std::string& text);
    void askForRollback(TrainState& state, const std::string& text);

    Options m_options;
    std::string m_monitor; // key of the metric
    bool m_hasActed = false;
    int64_t m_skippedInRow = 0;
    int64_t m_rollbacks = 0;      // of the run
    int64_t m_savedRollbacks = 0; // of them, those before the checkpoint that was loaded
    bool m_isRollingBack = false;

    LateMean m_windowLoss;
    bool m_isSkipped = false; // a step of this window
    std::vector<Late> m_late;
    double m_lastFetchS = 0.0; // in TrainState::seconds()
};

} // namespace core
