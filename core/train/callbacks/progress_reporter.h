// Tells the sink where the run is, ten times a second. Training thread.
#pragma once

#include "core/train/callback.h"

namespace core {

class ProgressReporter final : public Callback {
public:
    ProgressReporter() : Callback("progress", order::kSink) {}

    void subscribe(Subscriptions& subscriptions) override;

private:
    void startMeasuring(TrainState& state);
    void onFitStart(TrainState& state);
    void onStepEnd(TrainState& state);
    void onEvalStart(TrainState& state);
    void onEvalEnd(TrainState& state);
    void onFitEnd(TrainState& state);

    void report(TrainState& state, const char* phase);
    void measureSpeed(const TrainState& state);

    Progress m_progress;
    double m_lastReportS = 0.0; // in TrainState::seconds()
    double m_startS = 0.0;      // of the session
    int64_t m_startStep = 0;
    double m_windowS = 0.0; // start of the stretch that the speed is measured over
    int64_t m_windowStep = 0;
    int64_t m_windowSamples = 0;
};

} // namespace core
