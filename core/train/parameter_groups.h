// Parameters of an optimizer that get other options than the rest of it. Training thread.
#pragma once

#include <cstddef>
#include <vector>

#include <torch/optim/optimizer.h>

#include "core/train/gradients.h"

namespace core {

// Gives `chosen` groups of their own that begin with the options they had, and returns the places
// of these groups; a group that is chosen as a whole stays where it is. Parameters the optimizer
// does not move are passed over. Throws Error when the optimizer knows no groups (L-BFGS).
std::vector<size_t> separate(torch::optim::Optimizer& optimizer, const Parameters& chosen);

// Throws Error when options of this kind have no weight decay.
void setWeightDecay(torch::optim::OptimizerOptions& options, double weightDecay);

} // namespace core
