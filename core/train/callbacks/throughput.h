// Logs how fast training goes, once a second: samples and steps in a second, and the share of the
// time in which the loop waits for data. Evaluations are left out. Training thread.
#pragma once

#include "core/params.h"
#include "core/train/callback.h"

namespace core {

class Throughput final : public Callback {
public:
    struct Options {};
    static Options optionsFrom(const Params&) { return {}; }

    explicit Throughput(Options) : Callback("throughput", order::kSink) {}

    void subscribe(Subscriptions& subscriptions) override;

private:
    void onFitStart(TrainState& state);
    void onFetchStart(TrainState& state);
    void onBatchStart(TrainState& state);
    void onBatchEnd(TrainState& state);
    void onStepEnd(TrainState& state);
    void onEvalStart(TrainState& state);
    void onEvalEnd(TrainState& state);
    void onFitEnd(TrainState& state);

    void log(TrainState& state);
    void restart(double now);

    SeriesId m_samplesSeries = 0;
    SeriesId m_stepsSeries = 0;
    SeriesId m_waitSeries = 0;

    // Since the last point; times in TrainState::seconds().
    double m_startS = 0.0;
    double m_waitS = 0.0;
    int64_t m_samples = 0;
    int64_t m_steps = 0;
    double m_fetchStartS = 0.0;
    double m_evalStartS = 0.0;
    double m_nowS = 0.0; // at the end of the last step
};

} // namespace core
