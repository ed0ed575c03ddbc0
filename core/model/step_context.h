// What the Trainer lends a model during a step. Only valid inside the call it is given to; training
// thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <ATen/core/Generator.h>
#include <ATen/core/Tensor.h>

namespace core {

class StepContext {
public:
    virtual ~StepContext() = default;

    virtual int64_t globalStep() const = 0; // optimizer windows done
    virtual int64_t epoch() const = 0;      // epochs completed
    virtual at::Device device() const = 0;
    // Names of the optimizers, in the order of configureOptimizers().
    virtual const std::vector<std::string>& optimizers() const = 0;
    virtual double lr(std::string_view optimizer = "main") const = 0; // of its first group
    // The generator of `device` that dropout and initialisation use; its state is in checkpoints.
    virtual at::Generator rng() = 0;

    // Logs a number as "<name>/train" in training, "<name>/val" in evaluation: each value in
    // training, and the mean over the epoch weighted by `weight`. value: 0-dim; it is detached at
    // once.
    virtual void log(std::string_view name, const at::Tensor& value, double weight = 1.0) = 0;

    // Adds the gradients of `loss` (0-dim) times the weight of this batch. Throws Error when the
    // loss is no scalar or depends on no parameter.
    virtual void backward(const at::Tensor& loss, bool createGraph = false) = 0;
    // One update: gradients divided by the weight of the window, finite check, events, clipping,
    // step. False: the step was skipped because a gradient is not finite. A model that calls it in
    // batchTrain calls it in the last batch of the window (closesWindow). L-BFGS evaluates the loss
    // again and again in its step; called by the Trainer or optimize() it runs batchTrain on the
    // window's batches for that, with the same random numbers and no events or logs; in batchTrain
    // it throws Error, and optimizeWith() is the way.
    virtual bool step(std::string_view optimizer = "main") = 0;
    // The parameters of the other optimizers frozen: loss = lossFn(), backward, and a step if this
    // batch closes the window. Gradients start from nothing in the first batch of the window.
    // Returns the loss, detached. L-BFGS calls lossFn several times, and throws Error when a window
    // has more than one batch.
    virtual at::Tensor optimizeWith(std::string_view optimizer,
                                    const std::function<at::Tensor()>& lossFn) = 0;
    virtual bool closesWindow() const = 0; // this batch is the last one of its window

    // Ends the run after this step, as finished; the reason is shown to the person.
    virtual void requestStop(const std::string& reason) = 0;
};

// Lent while a model acts in its environment.
class RolloutContext {
public:
    virtual ~RolloutContext() = default;
    virtual int64_t globalStep() const = 0;
    virtual int64_t epoch() const = 0;
    virtual at::Device device() const = 0;
    virtual at::Generator rng() = 0;
    // Logs a number of the rollout, such as "return", as "<name>/train"; evalRollout returns its
    // numbers instead.
    virtual void log(std::string_view name, double value) = 0;
    virtual void requestStop(const std::string& reason) = 0;
};

} // namespace core
