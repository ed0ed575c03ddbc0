// The samples that one forward pass sees. A value; one thread at a time.
#pragma once

#include <cstdint>

#include "core/data/tensors.h"

namespace core {

struct Batch {
    // "input": float32 [batch, features...]. "target": int64 [batch], the class of each sample, or
    // float32 [batch, outputs]. "sample_weight", if there is one: float [batch], at least 0, what
    // each sample counts in the metrics; a loss is the model's own to weigh. A Dataset may add
    // more.
    Tensors x;
    int64_t size = 0;    // samples
    double weight = 0.0; // items that the loss is a mean over: samples, or tokens of a text

    Batch to(at::Device device) const { return {x.to(device), size, weight}; }
};

} // namespace core
