// Which samples a pass through the data sees, and in which order. Pure functions of seed and epoch,
// so that a resumed run sees what the uninterrupted one would have seen; the default generator is
// never touched. Any thread.
#pragma once

#include <cstdint>

#include <ATen/core/Tensor.h>

#include "core/data/random.h"

namespace core {

// One pass through the data.
struct Pass {
    int64_t size = 0; // samples that the data has
    int64_t batchSize = 1;
    uint64_t seed = 0;
    int64_t epoch = 0;

    Random random() const { return Random(mixSeed(seed, static_cast<uint64_t>(epoch))); }
    // For a sampler that was told something about each sample: throws Error unless it was told
    // about as many as the data has. what: "weights".
    void requireSize(size_t known, const char* what) const;
};

class Sampler {
public:
    virtual ~Sampler() = default;
    // int64 [length(pass.size)]: numbers of samples, each in [0, pass.size). Every batchSize() in a
    // row are a batch.
    virtual at::Tensor order(const Pass& pass) const = 0;
    // Samples of one pass, the same in every epoch. Default: as many as the data has.
    virtual int64_t length(int64_t size) const { return size; }
    // For a sampler whose batches have a size of their own. Default: the one that is asked for.
    virtual int64_t batchSize(int64_t wanted) const { return wanted; }
};

// 0, 1, 2 ...
class SequentialSampler final : public Sampler {
public:
    at::Tensor order(const Pass& pass) const override;
};

// Another permutation each epoch, the same one for equal seed and epoch.
class ShuffledSampler final : public Sampler {
public:
    at::Tensor order(const Pass& pass) const override;
};

} // namespace core
