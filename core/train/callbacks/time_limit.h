// Ends the run when it has trained for some time, over all its sessions; a pause does not count.
// Training thread.
#pragma once

#include "core/params.h"
#include "core/train/callback.h"

namespace core {

class TimeLimit final : public Callback {
public:
    struct Options {
        double minutes = 60.0; // above 0
    };
    static Options optionsFrom(const Params& params) { // of time_limit.json
        return {params.real("minutes")};
    }

    explicit TimeLimit(Options options)
        : Callback("time_limit", order::kDecider), m_options(options) {}

    void subscribe(Subscriptions& subscriptions) override {
        // A resume may find all the time used, and an evaluation may take long.
        for (Event event : {Event::StepEnd, Event::CheckpointLoaded, Event::EvalEnd})
            subscriptions.on(event, this, &TimeLimit::check);
    }

private:
    void check(TrainState& state);

    Options m_options;
};

} // namespace core
