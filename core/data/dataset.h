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
};

} // namespace core
