#include "core/data/sampler.h"

#include <ATen/Functions.h>

#include "core/data/random.h"

namespace core {

at::Tensor SequentialSampler::order(int64_t size, uint64_t, int64_t) const {
    return at::arange(size, at::kLong);
}

at::Tensor ShuffledSampler::order(int64_t size, uint64_t seed, int64_t epoch) const {
    at::Tensor order = at::arange(size, at::kLong);
    Random random(mixSeed(seed, static_cast<uint64_t>(epoch)));
    int64_t* numbers = order.data_ptr<int64_t>();
    for (int64_t i = size; i > 1; --i)
        std::swap(numbers[i - 1], numbers[random.below(static_cast<uint64_t>(i))]);
    return order;
}

} // namespace core
