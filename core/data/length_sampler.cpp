#include "core/data/length_sampler.h"

#include <algorithm>
#include <numeric>

#include <ATen/Functions.h>

#include "core/error.h"

namespace core {
namespace {

// Exchanges whole batches of the row, keeping each together.
void shuffleBatches(int64_t* first, int64_t batchCount, int64_t batchSize, Random& random) {
    for (int64_t i = batchCount; i > 1; --i) {
        const auto other = static_cast<int64_t>(random.below(static_cast<uint64_t>(i)));
        if (other == i - 1) continue;
        int64_t* last = first + (i - 1) * batchSize;
        std::swap_ranges(last, last + batchSize, first + other * batchSize);
    }
}

} // namespace

LengthSampler::LengthSampler(std::vector<int64_t> lengths, int64_t poolBatches)
    : m_lengths(std::move(lengths)), m_poolBatches(poolBatches) {
    if (poolBatches < 1) throw Error("A pool must hold at least one batch");
}

at::Tensor LengthSampler::order(const Pass& pass) const {
    pass.requireSize(m_lengths.size(), "lengths");
    at::Tensor order = ShuffledSampler().order(pass);
    Random random(mixSeed(pass.random().next(), 1));
    int64_t* numbers = order.data_ptr<int64_t>();
    const int64_t batchCount = pass.size / pass.batchSize;
    for (int64_t batch = 0; batch < batchCount; batch += m_poolBatches) {
        const int64_t count = std::min(m_poolBatches, batchCount - batch);
        int64_t* first = numbers + batch * pass.batchSize;
        std::stable_sort(first, first + count * pass.batchSize, [&](int64_t a, int64_t b) {
            return m_lengths[static_cast<size_t>(a)] < m_lengths[static_cast<size_t>(b)];
        });
        shuffleBatches(first, count, pass.batchSize, random);
    }
    return order;
}

} // namespace core
