// Every sample once, with those of like length in one batch, so that texts need little padding. Any
// thread.
#pragma once

#include <vector>

#include "core/data/sampler.h"

namespace core {

// Sorts by length within pools of many batches, drawn anew each epoch, and shuffles the batches of
// a pool: which samples meet, and in which order batches come, still changes. The samples of a
// short last batch are drawn from all, so that leaving it out favours no length.
class LengthSampler final : public Sampler {
public:
    // lengths: one per sample. poolBatches >= 1: more means less padding and less mixing.
    explicit LengthSampler(std::vector<int64_t> lengths, int64_t poolBatches = 50);

    at::Tensor order(const Pass& pass) const override;

private:
    std::vector<int64_t> m_lengths;
    int64_t m_poolBatches;
};

} // namespace core
