// The training loop. It is never overridden: what differs from run to run lies in the Model, the
// callbacks and the options. Used by one thread, which it keeps until training has ended.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/data/batch_loader.h"
#include "core/train/callback_list.h"
#include "core/train/dynamic_scaler.h"
#include "core/train/evaluator.h"
#include "core/train/optimizer_set.h"
#include "core/train/step_runner.h"

namespace core {

struct TrainerOptions {
    int64_t epochCount = 1;
    int64_t batchSize = 32;
    int64_t accumulate = 1;    // batches whose gradients make one step
    int64_t stepLimit = 0;     // 0: none
    int64_t sampleLimit = 0;   // ends with the step that reaches it; 0: none
    int64_t evaluateEvery = 0; // steps; 0: at the end of each epoch
    int64_t sanityBatches = 0; // evaluated before a run begins, to find mistakes early
    uint64_t seed = 0;         // of the order of the data; the default generator is the caller's
    at::Device device{at::kCPU};
    Precision precision = Precision::Float32;
    std::optional<DynamicScaler::Options> lossScaling; // what Float16 needs
    // Out of metricNames(task), beside the loss; empty: defaultMetrics(task). Those that keep
    // scores are taken in evaluations alone.
    std::vector<std::string> metrics;
    OptimizerSet::Maker makeOptimizer;
    Schedule schedule; // factor of the learning rate, for optimizers without their own
};

struct TrainResult {
    Ending ending = Ending::None;
    std::string reason;
    int64_t step = 0;
    int64_t epoch = 0;
    double seconds = 0.0;
};

class Trainer {
public:
    // Without `train` the model must collect its data; without `validation` there is no evaluation
    // but by evalRollout(). `model` and `sink` must outlive the Trainer.
    Trainer(Model& model, std::shared_ptr<const Dataset> train,
            std::shared_ptr<const Dataset> validation, TrainerOptions options,
            std::vector<std::unique_ptr<Callback>> callbacks, SummarySink& sink);

    // Trains until the end, a stop or a pause; from the beginning, or from a checkpoint as if there
    // had been no interruption. Call it once. Throws Error naming where it happened, after
    // Exception and Teardown have been fired.
    TrainResult fit(const Archive* checkpoint = nullptr);

    const TrainState& state() const { return m_state; }

private:
    void prepare();
    void makeLoaders();
    void countSteps();
    int64_t stepsToSampleLimit(int64_t stepsPerPass) const;
    void train(const Archive* checkpoint);
    bool runEpoch();
    void openEpoch();
    void collectData();
    bool runPass();
    void runWindow();
    Batch fetch();
    void runBatch(const Batch& batch, bool closesWindow);
    bool isEvaluationDue() const;
    void evaluate();
    bool safePoint();
    void checkLimits();
    bool isEpochOver() const;
    void closeEpoch();
    void finish();
    void saveCheckpoint();
    void announceCheckpoint();
    bool rollBack();
    Archive snapshot() const;
    Archive position() const;
    void restore(const Archive& checkpoint);
    void restoreScale(const Archive& scaler);
    void restorePosition(const Archive& position);
    void reportError(const std::string& what) noexcept;

    Model& m_model;
    std::shared_ptr<const Dataset> m_train;
    std::shared_ptr<const Dataset> m_validation;
    TrainerOptions m_options;
    CallbackList m_callbacks;
    TrainState m_state;
    MetricSet m_trainMetrics; // of the epoch so far
    std::optional<OptimizerSet> m_optimizers;
    std::optional<DynamicScaler> m_scaler;
    std::optional<StepRunner> m_runner;
    std::optional<Evaluator> m_evaluator;
    std::unique_ptr<BatchLoader> m_loader;
    bool m_isEpochOpen = false;        // EpochStart has been fired, EpochEnd has not
    std::optional<Archive> m_rollback; // the last checkpoint, if TrainState::keepsRollback
    bool m_isPositionSaved = false;    // nothing happened since the last checkpoint was written
};

} // namespace core
