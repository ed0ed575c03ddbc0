// Reads a Dataset in batches, pass by pass, from any place in a pass. One thread at a time. What it
// gives depends on the data, the sampler and the options but for `workers`.
#pragma once

#include <memory>
#include <optional>

#include "core/data/dataset.h"
#include "core/data/prefetcher.h"
#include "core/data/sampler.h"

namespace core {

// What becomes of the samples that are left when the others have filled whole batches. Where there
// is no whole batch they are one in any case.
enum class LastBatch {
    Keep,  // a smaller batch
    Drop,  // left out of this pass
    Merge, // added to the batch before
};

struct LoaderOptions {
    int64_t batchSize = 32;
    LastBatch lastBatch = LastBatch::Keep;
    uint64_t seed = 0;
    int64_t workers = 0;    // threads that read ahead; unused where the data lies in memory
    bool pinMemory = false; // what they read is copied to a GPU
};

class BatchLoader {
public:
    // Throws Error when the data is empty or the batch size < 1. A batch larger than the data is
    // the data.
    BatchLoader(std::shared_ptr<const Dataset> dataset, std::unique_ptr<Sampler> sampler,
                LoaderOptions options);
    BatchLoader(const BatchLoader&) = delete; // the workers know where it lies
    BatchLoader& operator=(const BatchLoader&) = delete;

    // Goes to `cursor` (batches already consumed) of the epoch. Until the first call the loader
    // stands at the beginning of epoch 0.
    void startEpoch(int64_t epoch, int64_t cursor = 0);
    // The next batch on the CPU; nullopt at the end. What reading it threw is thrown here, and the
    // cursor stays.
    std::optional<Batch> next();

    int64_t cursor() const { return m_cursor; } // batches of this pass that next() has given
    int64_t epoch() const { return m_epoch; }
    int64_t batchCount() const { return m_batchCount; } // of a pass
    int64_t batchSize() const { return m_options.batchSize; }
    int64_t lastBatchSize() const { return m_length - (m_batchCount - 1) * m_options.batchSize; }
    const Dataset& dataset() const { return *m_dataset; }

private:
    Batch read(int64_t batch) const;
    Batch take();

    std::shared_ptr<const Dataset> m_dataset;
    std::unique_ptr<Sampler> m_sampler;
    LoaderOptions m_options;
    int64_t m_length = 0; // samples of a pass
    int64_t m_batchCount = 0;
    int64_t m_epoch = 0;
    int64_t m_cursor = 0;
    at::Tensor m_order; // int64 [m_length or more] of the epoch; undefined until it is needed
    std::unique_ptr<Prefetcher> m_prefetcher; // of the rest of the pass, from its first batch on
};

} // namespace core
