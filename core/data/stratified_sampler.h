// Every sample once, so that each batch has the classes in the shares of the whole data: up to one
// sample of a class in the first n samples for every n, and so up to two in a batch. To see every
// class equally often instead, draw by balancedWeights(). Any thread.
#pragma once

#include <vector>

#include "core/data/sampler.h"

namespace core {

class StratifiedSampler final : public Sampler {
public:
    // labels: int64 [samples], the class of each. Throws Error when they are none.
    explicit StratifiedSampler(const at::Tensor& labels);

    at::Tensor order(const Pass& pass) const override;

private:
    std::vector<std::vector<int64_t>> m_samples; // by class, those without any left out
    int64_t m_size = 0;
};

} // namespace core
