// In which order an epoch goes through the data. Pure functions of seed and epoch, so that a
// resumed run sees what the uninterrupted one would have seen; the default generator is never
// touched. Any thread.
#pragma once

#include <cstdint>

#include <ATen/core/Tensor.h>

namespace core {

class Sampler {
public:
    virtual ~Sampler() = default;
    // int64 [size]: the numbers of the samples in the order of the epoch.
    virtual at::Tensor order(int64_t size, uint64_t seed, int64_t epoch) const = 0;
};

// 0, 1, 2 ...
class SequentialSampler final : public Sampler {
public:
    at::Tensor order(int64_t size, uint64_t seed, int64_t epoch) const override;
};

// Another permutation each epoch, the same one for equal seed and epoch.
class ShuffledSampler final : public Sampler {
public:
    at::Tensor order(int64_t size, uint64_t seed, int64_t epoch) const override;
};

} // namespace core
