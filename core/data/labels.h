// The samples of each class, as samplers need them. Any thread.
#pragma once

#include <cstdint>
#include <vector>

#include <ATen/core/Tensor.h>

namespace core {

// labels: int64 [samples], each >= 0. At [c] the numbers of the samples of class c, ascending;
// empty for a class without any. Throws Error when `labels` is none of that.
std::vector<std::vector<int64_t>> samplesByClass(const at::Tensor& labels);

// For each sample 1 / (samples of its class), so that every class weighs the same.
std::vector<double> balancedWeights(const at::Tensor& labels);

} // namespace core
