// The contract between a model and the Trainer. A model says what differs from the usual loop;
// everything but forward() has a default. The same object trains and infers.
//
// Every method runs on the training thread. Tensors of a batch lie on the model's device. What a
// method throws ends the run and is reported with the method's name; the program goes on.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <torch/nn/module.h>

#include "core/data/batch.h"
#include "core/data/dataset.h"
#include "core/data/dataset_info.h"
#include "core/data/sampler.h"
#include "core/model/archive.h"
#include "core/model/metric_set.h"
#include "core/model/metrics.h"
#include "core/model/optimizer_spec.h"
#include "core/model/prediction.h"
#include "core/model/step_context.h"

namespace core {

// What one batch of training gave.
struct StepResult {
    at::Tensor loss;     // 0-dim, mean over the batch's `weight` items, with its graph
    Tensors out;         // what forward() returned: training metrics are made of "output"
    double weight = 0.0; // items the loss is a mean over; 0: the batch is left out
    Tensors log;         // further numbers (0-dim), logged as "<name>/train"
};

class Model : public torch::nn::Module {
public:
    // `info` decides the default loss, metrics and postprocess(). A model that makes its own data
    // and loss needs none.
    explicit Model(DatasetInfo info = {}) : m_info(std::move(info)) {}

    const DatasetInfo& info() const { return m_info; }
    at::Device device() const; // of the first parameter; the CPU when there is none

    // The outputs for batch.x "input". The defaults below expect "output" among them. Regression:
    // [batch, outputs], float. Classification: logits [batch, classes]. BinaryClassification:
    // logits [batch, outputs].
    virtual Tensors forward(const Batch& batch) = 0;

    // The loss of the outputs, 0-dim, mean over the batch's items. Default, by the task: mean
    // squared error, cross-entropy, binary cross-entropy with logits.
    virtual at::Tensor loss(const Tensors& out, const Batch& batch);

    // One batch in train() mode with gradients on. The Trainer then calls backward and optimize();
    // both are left to this method when it has called step() or optimizeWith() of the context, or
    // when manualOptimization() says so. Default: forward() and loss().
    virtual StepResult batchTrain(const Batch& batch, StepContext& context);

    // One batch of an evaluation in eval() mode, without gradients unless needsGradInEval(). Adds
    // to `metrics`. Default: "loss", weighted by the batch, and the task's metrics of "output";
    // MetricSet::measure() adds any other.
    virtual void batchEval(const Batch& batch, MetricSet& metrics, StepContext& context);

    // The results of an evaluation. Names get "/val" appended. Default: metrics.compute().
    virtual Metrics aggregateMetrics(MetricSet& metrics);

    // Which result decides what "best" is, for checkpoints and early stopping.
    virtual Monitor validationMetric() const { return {}; }

    // Default: one, "main", of the config's kind on every parameter that requires a gradient. The
    // names must differ. Empty: the model has its own rule in optimize().
    virtual std::vector<OptimizerSpec> configureOptimizers();

    // Own schedules, by optimizer; one without an entry follows the config's. Default: none.
    virtual Schedules configureSchedules() { return {}; }

    // Called when a window of batches closes; gradients are then those of the joined batch.
    // Default: context.step() for each optimizer. With no optimizer the Trainer checks and clips
    // the gradients of all parameters first, and does not call this when one is not finite.
    virtual void optimize(StepContext& context);

    // True: batchTrain does backward and step itself, through the context or by own means.
    virtual bool manualOptimization() const { return false; }

    // True: gradients can be taken in batchEval (as for MAML). Weights must be unchanged after it.
    virtual bool needsGradInEval() const { return false; }

    // The order of the samples. Default: shuffled anew each epoch in training, as they lie in
    // evaluation.
    virtual std::unique_ptr<Sampler> defaultSampler(const Dataset& dataset, bool training) const;

    // Makes a batch of one sample of what a person enters. Default: throws Error, since only the
    // model knows how it wants to read.
    virtual Batch preprocess(const RawInput& input) const;

    // What the outputs mean. Default: class name and probabilities, or the numbers in the target's
    // unit.
    virtual Predictions postprocess(const Tensors& out) const;

    // Inference for a batch, in eval() mode without gradients. Default: forward().
    virtual Tensors generate(const Batch& batch) { return forward(batch); }

    // A model that acts in an environment returns what it has seen as the data of one epoch. Called
    // without gradients at the start of each epoch of a run that has no training data; stops,
    // pauses and checkpoints then happen between epochs. Default: nullptr, which such a run
    // refuses.
    virtual std::shared_ptr<const Dataset> collect(RolloutContext& context);
    // How many times the data of an epoch is gone through. At least 1.
    virtual int64_t innerEpochs() const { return 1; }
    // Results of acting in the environment, part of each evaluation. Names get "/val" appended.
    virtual Metrics evalRollout(RolloutContext& context);

    // What must survive beside parameters and buffers: a vocabulary, an environment's state.
    virtual void saveExtra(Archive& archive) const;
    virtual void loadExtra(const Archive& archive);

private:
    DatasetInfo m_info;
};

} // namespace core
