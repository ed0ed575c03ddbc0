// Limits the gradients of each step; the Trainer does the work. Training thread.
#pragma once

#include "core/params.h"
#include "core/train/callback.h"

namespace core {

class GradientClipping final : public Callback {
public:
    // max_norm: limit on the 2-norm over all gradients; max_value: on each number. 0: none.
    explicit GradientClipping(const Params& params)
        : Callback("gradient_clipping", order::kMutator),
          m_limits{params.real("max_norm"), params.real("max_value")} {}

    void subscribe(Subscriptions& subscriptions) override {
        subscriptions.on(Event::Setup, this, &GradientClipping::onSetup);
    }

private:
    void onSetup(TrainState& state) { state.clip = m_limits; }

    ClipLimits m_limits;
};

} // namespace core
