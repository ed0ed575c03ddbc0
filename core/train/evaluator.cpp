#include "core/train/evaluator.h"

#include <ATen/ATen.h>

#include "core/error.h"
#include "core/train/guarded.h"
#include "core/train/optimizer_set.h"
#include "core/train/rollout.h"
#include "core/train/snapshot.h"

namespace core {
namespace {

// eval() mode, and the generators put back at the end whatever happens.
class EvaluationScope {
public:
    EvaluationScope(TrainState& state, Stage stage)
        : m_state(state), m_generators(saveGenerators(state.device)) {
        m_state.stage = stage;
        m_state.model->eval();
    }
    ~EvaluationScope() {
        m_state.model->train();
        m_state.stage = Stage::Fit;
        loadGenerators(m_generators, m_state.device);
    }
    EvaluationScope(const EvaluationScope&) = delete;
    EvaluationScope& operator=(const EvaluationScope&) = delete;

private:
    TrainState& m_state;
    Archive m_generators;
};

// What a model is lent in batchEval: it can look and log, not step.
class EvalContext final : public StepContext {
public:
    EvalContext(TrainState& state, MetricSet& metrics) : m_state(state), m_metrics(metrics) {}

    int64_t globalStep() const override { return m_state.globalStep; }
    int64_t epoch() const override { return m_state.epoch; }
    at::Device device() const override { return m_state.device; }
    const std::vector<std::string>& optimizers() const override {
        return m_state.optimizers->names();
    }
    double lr(std::string_view optimizer) const override {
        return m_state.optimizers->find(optimizer).lr();
    }
    at::Generator rng() override { return compat::defaultGenerator(m_state.device); }
    void log(std::string_view name, const at::Tensor& value, double weight) override {
        m_metrics.add(name, value, weight);
    }
    void backward(const at::Tensor&, bool) override { refuse("backward()"); }
    bool step(std::string_view) override { refuse("step()"); }
    at::Tensor optimizeWith(std::string_view, const std::function<at::Tensor()>&) override {
        refuse("optimizeWith()");
    }
    bool closesWindow() const override { return false; }
    void requestStop(const std::string& reason) override { m_state.requestFinish(reason); }

private:
    [[noreturn]] static void refuse(const char* what) {
        throw Error(std::string(what) + " is not possible in an evaluation");
    }
    TrainState& m_state;
    MetricSet& m_metrics;
};

} // namespace

void Evaluator::run(TrainState& state, CallbackList& callbacks) {
    {
        const EvaluationScope scope(state, Stage::Validate);
        callbacks.fire(Event::EvalStart, state);
        const Metrics found = measure(state, callbacks);
        state.evalMetrics = {};
        for (const MetricValue& metric : found)
            state.evalMetrics.set(metric.name + "/val", metric.value, metric.direction);
    }
    state.lastEvalStep = state.globalStep;
    callbacks.fire(Event::EvalEnd, state);
}

void Evaluator::checkSanity(TrainState& state, int64_t batchCount) {
    if (!m_loader) return; // rollouts can be long
    const EvaluationScope scope(state, Stage::Sanity);
    const at::AutoGradMode gradients(state.model->needsGradInEval());
    MetricSet metrics(state.model->info(), m_metrics);
    m_loader->startEpoch(0);
    for (int64_t i = 0; i < batchCount; ++i)
        if (const auto batch = next(state)) evaluate(state, *batch, metrics);
    guarded([] { return "The model failed in aggregateMetrics"; },
            [&] { state.model->aggregateMetrics(metrics); });
}

Metrics Evaluator::measure(TrainState& state, CallbackList& callbacks) {
    const at::AutoGradMode gradients(state.model->needsGradInEval());
    MetricSet metrics(state.model->info(), m_metrics);
    if (m_loader) {
        m_loader->startEpoch(0);
        while (const auto batch = next(state)) {
            state.data = &*batch;
            evaluate(state, *batch, metrics);
            callbacks.fire(Event::EvalBatchEnd, state);
            state.data = nullptr;
        }
    }
    Metrics found = guarded([] { return "The model failed in aggregateMetrics"; },
                            [&] { return state.model->aggregateMetrics(metrics); });
    Rollout rollout(state, found);
    const Metrics acted = guarded([] { return "The model failed in evalRollout"; },
                                  [&] { return state.model->evalRollout(rollout); });
    for (const MetricValue& metric : acted)
        found.set(metric.name, metric.value, metric.direction);
    return found;
}

std::optional<Batch> Evaluator::next(const TrainState& state) {
    std::optional<Batch> batch = guarded([] { return "Reading the validation data failed"; },
                                         [&] { return m_loader->next(); });
    if (batch && !state.device.is_cpu()) *batch = batch->to(state.device);
    return batch;
}

void Evaluator::evaluate(TrainState& state, const Batch& batch, MetricSet& metrics) {
    EvalContext context(state, metrics);
    guarded([] { return "The model failed in batchEval"; },
            [&] {
                const AutocastScope autocast(state.precision, state.device);
                state.model->batchEval(batch, metrics, context);
            });
}

} // namespace core
