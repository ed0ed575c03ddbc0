#include "core/data/batch_loader.h"

#include <algorithm>

#include <ATen/Functions.h>

#include "core/error.h"

namespace core {

BatchLoader::BatchLoader(std::shared_ptr<const Dataset> dataset, std::unique_ptr<Sampler> sampler,
                         int64_t batchSize, uint64_t seed)
    : m_dataset(std::move(dataset)),
      m_sampler(std::move(sampler)),
      m_batchSize(batchSize),
      m_seed(seed) {
    if (batchSize < 1)
        throw Error("The batch size must be at least 1, not " + std::to_string(batchSize));
    if (m_dataset->size() < 1) throw Error("The data has no samples, so there is nothing to read");
}

void BatchLoader::startEpoch(int64_t epoch, int64_t cursor) {
    if (cursor < 0 || cursor > batchCount())
        throw Error("An epoch of " + std::to_string(batchCount()) + " batches has no place " +
                    std::to_string(cursor) + " to go on from: the data or the batch size changed");
    if (epoch != m_epoch) m_order = at::Tensor();
    m_epoch = epoch;
    m_cursor = cursor;
}

std::optional<Batch> BatchLoader::next() {
    if (m_cursor == batchCount()) return std::nullopt;
    const int64_t size = m_dataset->size();
    if (!m_order.defined()) m_order = m_sampler->order(size, m_seed, m_epoch);
    const int64_t first = m_cursor * m_batchSize;
    const int64_t count = std::min(m_batchSize, size - first);
    ++m_cursor;
    return m_dataset->gather(m_order.narrow(0, first, count));
}

int64_t BatchLoader::batchCount() const {
    return (m_dataset->size() - 1) / m_batchSize + 1;
}

} // namespace core
