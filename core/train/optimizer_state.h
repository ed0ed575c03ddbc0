// Saves and restores optimizers completely. torch::load restores the moments but leaves learning
// rate, momentum and the other options at what the constructor got. Training thread.
#pragma once

#include <torch/optim/optimizer.h>

#include "core/model/archive.h"

namespace core {

// Options of each group and state of each parameter, for Adam, AdamW, SGD, RMSprop, Adagrad and
// L-BFGS. False: of another kind; the archive is left alone and a resume starts this optimizer
// anew.
bool saveOptimizer(torch::optim::Optimizer& optimizer, Archive& archive);

// Throws Error when the archive is of another kind of optimizer, or of other parameters.
void loadOptimizer(torch::optim::Optimizer& optimizer, const Archive& archive);

} // namespace core
