// Reads a Dataset in batches, epoch by epoch, from any place in an epoch. One thread at a time.
#pragma once

#include <memory>
#include <optional>

#include "core/data/dataset.h"
#include "core/data/sampler.h"

namespace core {

class BatchLoader {
public:
    // Throws Error when the data is empty or batchSize < 1. A batch larger than the data is the
    // data.
    BatchLoader(std::shared_ptr<const Dataset> dataset, std::unique_ptr<Sampler> sampler,
                int64_t batchSize, uint64_t seed);

    // Goes to `cursor` (batches already consumed) of the epoch. Until the first call the loader
    // stands at the beginning of epoch 0.
    void startEpoch(int64_t epoch, int64_t cursor = 0);
    // The next batch on the CPU, the last one of an epoch may be smaller; nullopt at the end.
    std::optional<Batch> next();

    int64_t cursor() const { return m_cursor; } // batches of this epoch that next() has given
    int64_t epoch() const { return m_epoch; }
    int64_t batchCount() const; // of an epoch
    int64_t batchSize() const { return m_batchSize; }
    const Dataset& dataset() const { return *m_dataset; }

private:
    std::shared_ptr<const Dataset> m_dataset;
    std::unique_ptr<Sampler> m_sampler;
    int64_t m_batchSize;
    uint64_t m_seed;
    int64_t m_epoch = 0;
    int64_t m_cursor = 0;
    at::Tensor m_order; // int64 [size] of the epoch; undefined until it is needed
};

} // namespace core
