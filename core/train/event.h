// When a callback can be called. Any thread.
#pragma once

namespace core {

// In the order in which they come. `afterX` comes only if X happened. Whether training or an
// evaluation is going on is in TrainState::stage.
enum class Event {
    Setup,            // before anything is loaded: limits may be set
    CheckpointLoaded, // the run continues: weights, counters and callbacks are restored
    FitStart,
    EpochStart, // once per epoch, also when the epoch is interrupted and resumed
    RolloutStart,
    RolloutEnd,
    FetchStart,
    StepStart, // a window of batches opens; gradients are undefined
    BatchStart,
    AfterLoss,
    AfterBackward,
    BatchEnd,
    GradientsReady, // of the whole window; TrainState::optimizer says whose
    BeforeOptimizerStep,
    AfterOptimizerStep, // also when it was skipped: TrainState::stepWasSkipped
    StepEnd,
    EvalStart,
    EvalBatchEnd,
    EvalEnd,
    CheckpointSaving, // TrainState::snapshot holds everything a resume needs
    CheckpointSaved,
    EpochEnd,
    StopRequested, // once, at the safe point where the request is honoured
    FitEnd,
    Exception, // TrainState::error; comes before Teardown
    Teardown,  // in reverse order
};

inline constexpr int kEventCount = static_cast<int>(Event::Teardown) + 1;

const char* toText(Event event); // "stepEnd"

} // namespace core
