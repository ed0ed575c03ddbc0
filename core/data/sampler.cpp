#include "core/data/sampler.h"

#include <string>

#include <ATen/Functions.h>

#include "core/error.h"

namespace core {

void Pass::requireSize(size_t known, const char* what) const {
    if (static_cast<int64_t>(known) != size)
        throw Error("The sampler knows " + std::string(what) + " of " + std::to_string(known) +
                    " samples, but the data has " + std::to_string(size));
}

at::Tensor SequentialSampler::order(const Pass& pass) const {
    return at::arange(pass.size, at::kLong);
}

at::Tensor ShuffledSampler::order(const Pass& pass) const {
    at::Tensor order = at::arange(pass.size, at::kLong);
    Random random = pass.random();
    int64_t* numbers = order.data_ptr<int64_t>();
    for (int64_t i = pass.size; i > 1; --i)
        std::swap(numbers[i - 1], numbers[random.below(static_cast<uint64_t>(i))]);
    return order;
}

} // namespace core
