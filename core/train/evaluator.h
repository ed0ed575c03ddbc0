// One evaluation: the validation data batch by batch, or rollouts, without a trace in the training.
// Training thread.
#pragma once

#include <memory>
#include <optional>

#include "core/data/batch_loader.h"
#include "core/train/callback_list.h"

namespace core {

class Evaluator {
public:
    // `loader` may be nullptr: then the model evaluates by rollouts alone.
    // `metrics`: names of those of the task.
    Evaluator(std::unique_ptr<BatchLoader> loader, std::vector<std::string> metrics)
        : m_loader(std::move(loader)), m_metrics(std::move(metrics)) {}

    // Sets state.evalMetrics, named "<metric>/val", and lastEvalStep, and fires the events.
    // Weights, gradients and the generators of the training are afterwards as they were before.
    void run(TrainState& state, CallbackList& callbacks);
    // Evaluates the first few batches and forgets the results: a mistake in the evaluation shows
    // before the first epoch, not after it. Fires no events.
    void checkSanity(TrainState& state, int64_t batchCount);

private:
    Metrics measure(TrainState& state, CallbackList& callbacks);
    void evaluate(TrainState& state, const Batch& batch, MetricSet& metrics);
    std::optional<Batch> next(const TrainState& state);

    std::unique_ptr<BatchLoader> m_loader;
    std::vector<std::string> m_metrics;
};

} // namespace core
