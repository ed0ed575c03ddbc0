#include "core/train/trainer.h"

#include <algorithm>
#include <chrono>

#include <ATen/ATen.h>

#include "core/error.h"
#include "core/metric_names.h"
#include "core/train/guarded.h"
#include "core/train/rollout.h"

namespace core {
namespace {

Metrics withSplit(const Metrics& metrics, const std::string& split) {
    Metrics named;
    for (const MetricValue& metric : metrics)
        named.set(metric.name + "/" + split, metric.value, metric.direction);
    return named;
}

std::vector<std::string> withoutScores(std::vector<std::string> metrics) {
    std::erase_if(metrics, [](const std::string& name) {
        const MetricKind* kind = findMetric(name);
        return kind && kind->keepsScores;
    });
    return metrics;
}

std::vector<std::string> chosenMetrics(const TrainerOptions& options, const Model& model) {
    return options.metrics.empty() ? defaultMetrics(model.info().task) : options.metrics;
}

} // namespace

Trainer::Trainer(Model& model, std::shared_ptr<const Dataset> train,
                 std::shared_ptr<const Dataset> validation, TrainerOptions options,
                 std::vector<std::unique_ptr<Callback>> callbacks, SummarySink& sink)
    : m_model(model),
      m_train(std::move(train)),
      m_validation(std::move(validation)),
      m_options(std::move(options)),
      m_callbacks(std::move(callbacks)),
      m_trainMetrics(model.info(), withoutScores(chosenMetrics(m_options, model))) {
    m_state.model = &model;
    m_state.sink = &sink;
    m_state.device = m_options.device;
    m_state.epochCount = m_options.epochCount;
    m_state.stepLimit = m_options.stepLimit;
    m_state.sampleLimit = m_options.sampleLimit;
    m_state.accumulate = std::max<int64_t>(m_options.accumulate, 1);
    m_state.precision = m_options.precision;
}

TrainResult Trainer::fit(const Archive* checkpoint) {
    try {
        guarded([] { return ""; }, [&] { train(checkpoint); });
    } catch (const Error& error) {
        reportError(error.what());
        throw;
    }
    m_callbacks.fireToAll(Event::Teardown, m_state);
    return {m_state.ending, m_state.endReason, m_state.globalStep, m_state.epoch,
            m_state.seconds()};
}

void Trainer::reportError(const std::string& what) noexcept {
    m_state.error = what;
    m_state.data = nullptr;
    m_callbacks.fireToAll(Event::Exception, m_state);
    m_callbacks.fireToAll(Event::Teardown, m_state);
}

void Trainer::train(const Archive* checkpoint) {
    prepare();
    if (checkpoint) {
        restore(*checkpoint);
        m_callbacks.fire(Event::CheckpointLoaded, m_state);
    } else if (m_options.sanityBatches > 0) {
        m_evaluator->checkSanity(m_state, m_options.sanityBatches);
    }
    const std::chrono::duration<double> now = std::chrono::steady_clock::now().time_since_epoch();
    m_state.sessionStartS = now.count();
    m_model.train();
    m_callbacks.fire(Event::FitStart, m_state);
    if (m_state.keepsRollback) m_rollback = snapshot();
    while (!m_state.isEnding() && m_state.epoch < m_state.epochCount)
        if (!runEpoch() && !rollBack()) break;
    finish();
}

void Trainer::prepare() {
    m_model.to(m_options.device);
    m_optimizers.emplace(m_model, m_options.makeOptimizer, m_options.schedule);
    m_state.optimizers = &*m_optimizers;
    if (m_options.lossScaling) m_scaler.emplace(*m_options.lossScaling);
    m_runner.emplace(m_state, m_callbacks, *m_optimizers, m_scaler ? &*m_scaler : nullptr);
    makeLoaders();
    m_callbacks.fire(Event::Setup, m_state);
}

void Trainer::makeLoaders() {
    std::unique_ptr<BatchLoader> validation;
    if (m_validation)
        validation = std::make_unique<BatchLoader>(m_validation,
                                                   m_model.defaultSampler(*m_validation, false),
                                                   m_options.batchSize, m_options.seed);
    m_evaluator.emplace(std::move(validation), chosenMetrics(m_options, m_model));
    m_state.hasEvaluation = m_validation || !m_train;
    if (!m_train) return;
    m_loader = std::make_unique<BatchLoader>(m_train, m_model.defaultSampler(*m_train, true),
                                             m_options.batchSize, m_options.seed);
    countSteps();
    if (m_state.accumulate > m_state.batchCount)
        m_state.note(EventLevel::Warning, "accumulate",
                     "A step should join " + std::to_string(m_state.accumulate) +
                         " batches, but the data has only " + std::to_string(m_state.batchCount) +
                         ": each pass through the data makes one step");
}

void Trainer::countSteps() {
    m_state.batchCount = m_loader->batchCount();
    const int64_t perPass = (m_state.batchCount - 1) / m_state.accumulate + 1;
    const int64_t perEpoch = perPass * m_model.innerEpochs();
    m_state.stepsPerEpoch = static_cast<double>(perEpoch);
    if (!m_train) return; // collected data may have another size each epoch
    m_state.totalSteps = perEpoch * m_state.epochCount;
    if (m_state.stepLimit > 0) m_state.totalSteps = std::min(m_state.totalSteps, m_state.stepLimit);
    if (m_state.sampleLimit > 0)
        m_state.totalSteps = std::min(m_state.totalSteps, stepsToSampleLimit(perPass));
}

int64_t Trainer::stepsToSampleLimit(int64_t stepsPerPass) const {
    const int64_t perPass = m_train->size();
    const int64_t perStep = m_options.batchSize * m_state.accumulate;
    const int64_t rest = m_state.sampleLimit % perPass;
    return m_state.sampleLimit / perPass * stepsPerPass + (rest + perStep - 1) / perStep;
}

// False: training ends within the epoch.
bool Trainer::runEpoch() {
    openEpoch();
    for (; m_state.innerEpoch < m_model.innerEpochs(); ++m_state.innerEpoch, m_state.batch = 0)
        if (!runPass()) return false;
    closeEpoch();
    return safePoint();
}

void Trainer::openEpoch() {
    if (m_isEpochOpen) return; // continues one that was interrupted
    m_isEpochOpen = true;
    m_callbacks.fire(Event::EpochStart, m_state);
    if (!m_train) collectData();
}

void Trainer::collectData() {
    m_callbacks.fire(Event::RolloutStart, m_state);
    Metrics logged;
    Rollout rollout(m_state, logged);
    std::shared_ptr<const Dataset> data;
    {
        const at::NoGradGuard noGrad;
        data = guarded([] { return "The model failed in collect"; },
                       [&] { return m_model.collect(rollout); });
    }
    if (!data) throw Error("The run has no training data, and the model collects none");
    m_state.trainMetrics = withSplit(logged, "train");
    m_loader = std::make_unique<BatchLoader>(data, m_model.defaultSampler(*data, true),
                                             m_options.batchSize, m_options.seed);
    countSteps();
    m_callbacks.fire(Event::RolloutEnd, m_state);
}

bool Trainer::runPass() {
    m_loader->startEpoch(m_state.epoch * m_model.innerEpochs() + m_state.innerEpoch, m_state.batch);
    while (m_state.batch < m_state.batchCount) {
        runWindow();
        if (!safePoint()) return false;
    }
    return true;
}

// Nothing but the end of the data cuts a window short: a pause in the midst of one could not be
// resumed exactly.
void Trainer::runWindow() {
    const int64_t count = std::min(m_state.accumulate, m_state.batchCount - m_state.batch);
    m_isPositionSaved = false;
    for (int64_t i = 0; i < count; ++i) {
        m_callbacks.fire(Event::FetchStart, m_state);
        const Batch batch = fetch();
        if (i == 0) {
            m_runner->openWindow(count == 1);
            m_callbacks.fire(Event::StepStart, m_state);
        }
        runBatch(batch, i + 1 == count);
    }
    m_runner->closeWindow();
    ++m_state.globalStep;
    m_callbacks.fire(Event::StepEnd, m_state);
    if (isEvaluationDue()) evaluate();
}

Batch Trainer::fetch() {
    return guarded([] { return "Reading the training data failed"; },
                   [&] {
                       std::optional<Batch> batch = m_loader->next();
                       if (!batch) throw Error("the data ended early");
                       return m_state.device.is_cpu() ? std::move(*batch)
                                                      : batch->to(m_state.device);
                   });
}

void Trainer::runBatch(const Batch& batch, bool closesWindow) {
    m_state.data = &batch;
    m_callbacks.fire(Event::BatchStart, m_state);
    m_runner->runBatch(batch, closesWindow);
    StepResult& result = m_state.result;
    if (result.loss.defined())
        m_trainMetrics.add("loss", result.loss, result.weight, Direction::Minimize);
    m_trainMetrics.addTask(result.out, batch);
    ++m_state.batch;
    m_state.sampleCount += batch.size;
    m_callbacks.fire(Event::BatchEnd, m_state);
    result.out = {};
    m_state.data = nullptr;
}

bool Trainer::isEvaluationDue() const {
    return m_state.hasEvaluation && m_options.evaluateEvery > 0 &&
           m_state.globalStep % m_options.evaluateEvery == 0;
}

void Trainer::evaluate() {
    m_isPositionSaved = false;
    m_evaluator->run(m_state, m_callbacks);
}

bool Trainer::isEpochOver() const {
    return !m_isEpochOpen ||
           (m_state.batch == m_state.batchCount && m_state.innerEpoch + 1 == m_model.innerEpochs());
}

// After each window and each epoch; false: training ends here. What was asked for within an epoch
// of collected data waits for its end, since that data is in no checkpoint.
bool Trainer::safePoint() {
    checkLimits();
    announceCheckpoint();
    if (!m_train && m_isEpochOpen) return true;
    if (m_state.isCheckpointWanted && m_state.isLastCheckpointGood) saveCheckpoint();
    if (m_state.isRollbackWanted) return false;
    if (m_state.ending == Ending::Finished) return m_isEpochOpen && isEpochOver();
    return !m_state.isEnding();
}

void Trainer::checkLimits() {
    if (m_state.isEnding()) return;
    if (m_state.stepLimit > 0 && m_state.globalStep >= m_state.stepLimit)
        m_state.requestFinish("max steps");
    else if (m_state.sampleLimit > 0 && m_state.sampleCount >= m_state.sampleLimit)
        m_state.requestFinish("max samples");
    m_state.isLimitReached = m_state.isEnding();
}

void Trainer::closeEpoch() {
    const Metrics metrics = withSplit(m_trainMetrics.compute(), "train");
    for (const MetricValue& metric : metrics)
        m_state.trainMetrics.set(metric.name, metric.value, metric.direction);
    const bool isLast = m_state.epoch + 1 == m_state.epochCount || m_state.isEnding();
    if (m_state.hasEvaluation && m_state.lastEvalStep != m_state.globalStep &&
        (m_options.evaluateEvery == 0 || isLast))
        evaluate();
    ++m_state.epoch;
    m_state.innerEpoch = m_state.batch = 0;
    m_isEpochOpen = false;
    m_isPositionSaved = false;
    m_trainMetrics.reset();
    m_callbacks.fire(Event::EpochEnd, m_state);
}

void Trainer::finish() {
    if (!m_state.isEnding()) {
        m_state.requestFinish("max epochs");
        m_state.isLimitReached = true;
    }
    if (!m_state.isLimitReached) m_callbacks.fire(Event::StopRequested, m_state);
    if (m_state.ending == Ending::Finished && m_state.hasEvaluation &&
        m_state.lastEvalStep != m_state.globalStep)
        evaluate();
    if (!m_isPositionSaved && m_state.isLastCheckpointGood) {
        m_state.mustWriteCheckpoint = true;
        saveCheckpoint();
    }
    m_callbacks.fire(Event::FitEnd, m_state);
}

void Trainer::saveCheckpoint() {
    m_state.isCheckpointWanted = m_state.isSnapshotLate = false;
    const Archive archive = snapshot();
    m_state.snapshot = &archive;
    m_callbacks.fire(Event::CheckpointSaving, m_state);
    if (m_state.keepsRollback && m_state.isLastCheckpointGood) m_rollback = archive;
    m_state.snapshot = nullptr;
    m_state.mustWriteCheckpoint = false;
    if (!m_state.checkpointPath.empty()) m_isPositionSaved = !m_state.isSnapshotLate;
    announceCheckpoint();
}

// Of the snapshot just made, or of an earlier one that was written beside the training.
void Trainer::announceCheckpoint() {
    if (m_state.checkpointPath.empty()) return;
    m_callbacks.fire(Event::CheckpointSaved, m_state);
    m_state.checkpointPath.clear();
}

} // namespace core
