#include "core/data/tensor_dataset.h"

#include <ATen/Functions.h>

#include "core/error.h"

namespace core {

TensorDataset::TensorDataset(DatasetInfo info, at::Tensor input, at::Tensor target)
    : m_info(std::move(info)), m_input(std::move(input)), m_target(std::move(target)) {
    if (m_input.size(0) != m_target.size(0))
        throw Error("The data has " + std::to_string(m_input.size(0)) + " inputs but " +
                    std::to_string(m_target.size(0)) + " targets");
}

Batch TensorDataset::gather(const at::Tensor& index) const {
    Batch batch;
    batch.size = index.size(0);
    batch.weight = static_cast<double>(batch.size);
    batch.x.set("input", m_input.index_select(0, index));
    batch.x.set("target", m_target.index_select(0, index));
    return batch;
}

DataSplit splitTensors(const DatasetInfo& info, const at::Tensor& input, const at::Tensor& target,
                       const RowSplit& split) {
    const auto part = [&](const std::vector<int64_t>& rows) {
        const at::Tensor index = at::tensor(rows, at::kLong);
        return std::make_shared<TensorDataset>(info, input.index_select(0, index),
                                               target.index_select(0, index));
    };
    DataSplit data;
    data.train = part(split.train);
    if (!split.validation.empty()) data.validation = part(split.validation);
    return data;
}

} // namespace core
