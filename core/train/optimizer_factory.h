// Makes optimizers by name. Training thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>
#include <torch/optim/optimizer.h>

#include "core/params.h"

namespace core {

// `type` is the id of a JSON in core/train/optimizers (adam, adamw, sgd, rmsprop, adagrad, lbfgs),
// `params` hold its parameters. With "decay_bias" off, parameters of fewer than two dimensions
// (biases, gains of normalization layers) are a group without weight decay. Throws Error when the
// type is not known or its options contradict each other.
std::unique_ptr<torch::optim::Optimizer> makeOptimizer(const std::string& type,
                                                       const Params& params,
                                                       std::vector<at::Tensor> parameters);

} // namespace core
