// A Dataset whose samples lie in memory: a batch is one index_select per tensor. Const after it was
// made; any thread.
#pragma once

#include "core/data/dataset.h"
#include "core/data/registry.h"
#include "core/data/split.h"

namespace core {

class TensorDataset final : public Dataset {
public:
    // input: float32 [samples, features...]; target: as Batch says. Throws Error when their lengths
    // differ.
    TensorDataset(DatasetInfo info, at::Tensor input, at::Tensor target);

    int64_t size() const override { return m_input.size(0); }
    const DatasetInfo& info() const override { return m_info; }
    Batch gather(const at::Tensor& index) const override;

    const at::Tensor& input() const { return m_input; }
    const at::Tensor& target() const { return m_target; }

private:
    DatasetInfo m_info;
    at::Tensor m_input;
    at::Tensor m_target;
};

// Both parts of data that lies in memory; no validation part where the split has none.
DataSplit splitTensors(const DatasetInfo& info, const at::Tensor& input, const at::Tensor& target,
                       const RowSplit& split);

} // namespace core
