#include "core/data/batch_loader.h"

#include <algorithm>

#include <ATen/Functions.h>

#include "core/error.h"

namespace core {
namespace {

// Keeps what samples draw apart from the order, which the same seed decides.
constexpr uint64_t kSampleStream = 0x73616d706c65;

} // namespace

BatchLoader::BatchLoader(std::shared_ptr<const Dataset> dataset, std::unique_ptr<Sampler> sampler,
                         LoaderOptions options)
    : m_dataset(std::move(dataset)), m_sampler(std::move(sampler)), m_options(options) {
    m_options.batchSize = m_sampler->batchSize(options.batchSize);
    m_length = m_sampler->length(m_dataset->size());
    if (m_options.batchSize < 1)
        throw Error("The batch size must be at least 1, not " +
                    std::to_string(m_options.batchSize));
    if (m_dataset->size() < 1 || m_length < 1)
        throw Error("The data has no samples, so there is nothing to read");
    const int64_t whole = m_length / m_options.batchSize;
    const int64_t rest = m_length % m_options.batchSize;
    m_batchCount = std::max<int64_t>(whole, 1);
    if (whole > 0 && rest > 0 && m_options.lastBatch == LastBatch::Keep) ++m_batchCount;
    if (whole > 0 && m_options.lastBatch == LastBatch::Drop) m_length -= rest;
}

void BatchLoader::startEpoch(int64_t epoch, int64_t cursor) {
    if (cursor < 0 || cursor > batchCount())
        throw Error("An epoch of " + std::to_string(batchCount()) + " batches has no place " +
                    std::to_string(cursor) + " to go on from: the data or the batch size changed");
    m_prefetcher.reset(); // before the order that its workers read
    if (epoch != m_epoch) m_order = at::Tensor();
    m_epoch = epoch;
    m_cursor = cursor;
}

std::optional<Batch> BatchLoader::next() {
    if (m_cursor == m_batchCount) return std::nullopt;
    if (!m_order.defined())
        m_order =
            m_sampler->order({m_dataset->size(), m_options.batchSize, m_options.seed, m_epoch});
    const bool isReadAhead = m_options.workers > 0 && !m_dataset->isInMemory();
    Batch batch = isReadAhead ? take() : read(m_cursor);
    ++m_cursor;
    return batch;
}

Batch BatchLoader::take() {
    if (!m_prefetcher)
        m_prefetcher = std::make_unique<Prefetcher>(
            m_options.workers, m_cursor, m_batchCount, [this](int64_t batch) {
                return m_options.pinMemory ? read(batch).pinned() : read(batch);
            });
    // After the last batch nothing is left to be made, and after an error nothing should be.
    std::unique_ptr<Prefetcher> prefetcher = std::move(m_prefetcher);
    Batch batch = prefetcher->take();
    if (m_cursor + 1 < m_batchCount) m_prefetcher = std::move(prefetcher);
    return batch;
}

Batch BatchLoader::read(int64_t batch) const {
    const bool isLast = batch + 1 == m_batchCount;
    const at::Tensor index = m_order.narrow(0, batch * m_options.batchSize,
                                            isLast ? lastBatchSize() : m_options.batchSize);
    const uint64_t seed = mixSeed(m_options.seed, kSampleStream);
    return m_dataset->gather(index, mixSeed(seed, static_cast<uint64_t>(m_epoch)));
}

} // namespace core
