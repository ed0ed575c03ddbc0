#include "core/data/weighted_sampler.h"

#include <algorithm>
#include <cmath>

#include <ATen/Functions.h>

#include "core/error.h"

namespace core {

WeightedSampler::WeightedSampler(const std::vector<double>& weights, int64_t length)
    : m_length(length) {
    double sum = 0.0;
    for (double weight : weights) {
        if (!(weight >= 0.0) || !std::isfinite(weight))
            throw Error("The weight of sample " + std::to_string(m_sums.size()) + " is " +
                        std::to_string(weight) + ". Weights must be finite and not negative");
        m_sums.push_back(sum += weight);
    }
    if (!(sum > 0.0)) throw Error("All samples have the weight 0, so none can be drawn");
}

at::Tensor WeightedSampler::order(const Pass& pass) const {
    pass.requireSize(m_sums.size(), "weights");
    const int64_t count = length(pass.size);
    at::Tensor order = at::empty({count}, at::kLong);
    int64_t* numbers = order.data_ptr<int64_t>();
    Random random = pass.random();
    for (int64_t i = 0; i < count; ++i) {
        // The first whose sum is larger: one of weight 0 adds nothing and is never it.
        const double drawn = random.uniform() * m_sums.back();
        const auto found = std::upper_bound(m_sums.begin(), m_sums.end(), drawn);
        numbers[i] = std::min<int64_t>(found - m_sums.begin(), pass.size - 1);
    }
    return order;
}

} // namespace core
