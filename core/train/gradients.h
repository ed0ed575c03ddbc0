// What is done to gradients between backward and the optimizer. Parameters without a gradient are
// left out everywhere. Training thread.
//
// On the CPU small tensors are read directly: a handful of tensor operations per parameter would
// cost a small model several percent of its step.
#pragma once

#include <vector>

#include <ATen/core/Tensor.h>

#include "core/train/train_state.h"

namespace core {

using Parameters = std::vector<at::Tensor>;

// Undefined, not zero: an optimizer moves on a zero gradient (momentum) but not on none.
void resetGradients(const Parameters& parameters);

void divideGradients(const Parameters& parameters, double divisor);

// The 2-norm over all gradients. What lies on a GPU stays there.
LateNumber gradientNorm(const Parameters& parameters);

// Scales by limits.norm / norm where `norm` exceeds it, as torch's clip_grad_norm_ does; then cuts
// each number to [-limits.value, limits.value].
void clipGradients(const Parameters& parameters, const LateNumber& norm, const ClipLimits& limits);

} // namespace core
