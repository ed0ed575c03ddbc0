// Writes the run's console: what is trained, and a line for each epoch. Training thread.
#pragma once

#include "core/train/callback.h"

namespace core {

class EpochLog final : public Callback {
public:
    EpochLog() : Callback("epoch_log", order::kSink) {}

    void subscribe(Subscriptions& subscriptions) override;

private:
    void onFitStart(TrainState& state);
    void onEpochEnd(TrainState& state);
    void onFitEnd(TrainState& state);
};

} // namespace core
