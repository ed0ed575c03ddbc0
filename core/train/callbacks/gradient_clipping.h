// Limits the gradients of each step; the Trainer does the work. Training thread.
#pragma once

#include "core/params.h"
#include "core/train/callback.h"

namespace core {

class GradientClipping final : public Callback {
public:
    static ClipLimits optionsFrom(const Params& params) { // of gradient_clipping.json
        return {params.real("max_norm"), params.real("max_value")};
    }

    explicit GradientClipping(ClipLimits limits)
        : Callback("gradient_clipping", order::kMutator), m_limits(limits) {}

    void subscribe(Subscriptions& subscriptions) override {
        subscriptions.on(Event::Setup, this, &GradientClipping::onSetup);
    }

private:
    void onSetup(TrainState& state) { state.clip = m_limits; }

    ClipLimits m_limits;
};

} // namespace core
