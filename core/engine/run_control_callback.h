// Brings what a person asks for into the training, at the moments where it can be honoured.
// Training thread; the RunControl may be set by any.
#pragma once

#include "core/run/run_control.h"
#include "core/train/callback.h"

namespace core {

class RunControlCallback final : public Callback {
public:
    explicit RunControlCallback(RunControl& control)
        : Callback("run_control", order::kCore), m_control(control) {}

    void subscribe(Subscriptions& subscriptions) override {
        for (Event event : {Event::FitStart, Event::StepEnd, Event::EvalEnd, Event::EpochEnd})
            subscriptions.on(event, this, &RunControlCallback::read);
    }

private:
    void read(TrainState& state) {
        const RunControl::Request request = m_control.request();
        if (request == RunControl::Request::Stop) state.requestStop("user");
        if (request == RunControl::Request::Pause) state.requestPause();
        if (!m_control.takeCheckpointRequest()) return;
        state.requestCheckpoint();
        state.mustWriteCheckpoint = true;
    }

    RunControl& m_control;
};

} // namespace core
