// Logs what a run shows: loss, learning rate and gradient norm of each step, metrics of each epoch
// and evaluation. Values that lie on a GPU stay there and are fetched in groups. Training thread.
#pragma once

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "core/params.h"
#include "core/train/callback.h"
#include "core/train/late_mean.h"

namespace core {

class Recorder final : public Callback {
public:
    struct Options {
        int64_t every = 1; // each step whose number it divides is logged
    };
    static Options optionsFrom(const Params& params); // of recorder.json

    explicit Recorder(Options options);

    void subscribe(Subscriptions& subscriptions) override;

private:
    struct Rate {
        size_t group;
        SeriesId series = 0;
        double last = 0.0;
    };
    // What one optimizer logs.
    struct OptimizerSeries {
        std::string_view name;
        std::vector<Rate> rates; // of the first group, and of those with another rate
        SeriesId norm = 0;
        LateNumber lastNorm;
        bool hasStepped = false; // since StepStart
    };
    struct Late {
        ScalarPoint point;
        at::Tensor value;
    };

    void onCheckpointLoaded(TrainState& state);
    void onFitStart(TrainState& state);
    void onStepStart(TrainState& state);
    void onBatchEnd(TrainState& state);
    void onAfterOptimizerStep(TrainState& state);
    void onStepEnd(TrainState& state);
    void onEvalEnd(TrainState& state);
    void onEpochEnd(TrainState& state);

    std::vector<Rate> ratesOf(const TrainState& state, std::string_view optimizer,
                              const std::string& tag) const;
    void logStep(TrainState& state);
    void logModelNumbers(TrainState& state);
    void logMetrics(TrainState& state, const Metrics& metrics);
    void logScale(TrainState& state);
    void log(TrainState& state, SeriesId series, const LateNumber& number);
    void fetch(TrainState& state);
    SeriesId seriesOf(TrainState& state, std::string_view name, const char* suffix,
                      Direction direction = Direction::None);
    ScalarPoint pointAt(const TrainState& state, SeriesId series) const;

    Options m_options;

    SeriesId m_loss = 0;
    int64_t m_skippedSteps = 0; // as last logged
    double m_lossScale = 0.0;
    std::vector<OptimizerSeries> m_optimizers;
    std::deque<std::pair<std::string, SeriesId>> m_series; // by name with its suffix

    LateMean m_windowLoss;
    std::vector<Late> m_late;
    double m_lastFetchS = 0.0; // in TrainState::seconds()
    double m_nowS = 0.0;       // likewise, of the current step
    int64_t m_nowMs = 0;       // wall clock
};

} // namespace core
