// One evaluation: the validation data batch by batch, or rollouts, without a trace in the training.
// Training thread.
#pragma once

#include <memory>

#include "core/data/batch_loader.h"
#include "core/train/callback_list.h"

namespace core {

class Evaluator {
public:
    // `loader` may be nullptr: then the model evaluates by rollouts alone.
    explicit Evaluator(std::unique_ptr<BatchLoader> loader) : m_loader(std::move(loader)) {}

    // Sets state.evalMetrics, named "<metric>/val", and lastEvalStep, and fires the events.
    // Weights, gradients and the generators of the training are afterwards as they were before.
    void run(TrainState& state, CallbackList& callbacks);

private:
    Metrics measure(TrainState& state, CallbackList& callbacks);
    void readData(TrainState& state, CallbackList& callbacks, MetricSet& metrics);

    std::unique_ptr<BatchLoader> m_loader;
};

} // namespace core
