// Samples that can be fetched by number. Const after it was made, so that any thread may read it.
#pragma once

#include "core/data/batch.h"
#include "core/data/dataset_info.h"

namespace core {

class Dataset {
public:
    virtual ~Dataset() = default;

    virtual int64_t size() const = 0; // samples
    virtual const DatasetInfo& info() const = 0;
    // The samples with these numbers, in this order. index: int64 [n], each in [0, size()).
    virtual Batch gather(const at::Tensor& index) const = 0;
    // The same in one pass through the data, whose seed depends on that of the run and the epoch:
    // for a dataset that changes samples at random, as SampleDataset does. Default: it does not.
    virtual Batch gather(const at::Tensor& index, uint64_t /*passSeed*/) const {
        return gather(index);
    }
    // False: a batch takes work, so threads should make it ahead of time. They call gather(),
    // several at a time.
    virtual bool isInMemory() const { return true; }
    // int64 [size], the class of each sample, for samplers; undefined: there are none, or they are
    // not known without reading all.
    virtual at::Tensor labels() const { return {}; }
};

} // namespace core
