// Draws samples with replacement, as often as their weights say: to see rare classes more often.
// Any thread.
#pragma once

#include <vector>

#include "core/data/sampler.h"

namespace core {

class WeightedSampler final : public Sampler {
public:
    // weights: one per sample, finite, >= 0, not all 0; only their ratios matter. length: samples
    // of a pass; 0: as many as the data has. Throws Error when they are not.
    explicit WeightedSampler(const std::vector<double>& weights, int64_t length = 0);

    at::Tensor order(const Pass& pass) const override;
    int64_t length(int64_t size) const override { return m_length > 0 ? m_length : size; }

private:
    std::vector<double> m_sums; // of the weights up to and with each sample
    int64_t m_length;
};

} // namespace core
