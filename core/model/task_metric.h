// The metrics of a task as running sums: what is added per batch, and what the sums mean at the
// end. Sums over batches equal those over the joined batches. Training thread.
#pragma once

#include <memory>
#include <vector>

#include <ATen/core/Tensor.h>

#include "core/data/dataset_info.h"
#include "core/model/metrics.h"

namespace core {

class TaskMetric {
public:
    // The one for info.task.
    static std::unique_ptr<TaskMetric> make(const DatasetInfo& info);

    explicit TaskMetric(size_t sumCount) : m_sums(sumCount, 0.0) {}
    virtual ~TaskMetric() = default;

    // Adds a batch; what does not have the shapes of the task is left out. Tensors on a GPU are
    // summed there and fetched by sums().
    void update(const at::Tensor& output, const at::Tensor& target);
    virtual void appendResults(Metrics& metrics) const = 0; // nothing when there was no batch

    std::vector<double> sums() const;
    void setSums(std::vector<double> sums); // throws Error when there are not as many
    void reset();

protected:
    virtual bool fits(const at::Tensor& output, const at::Tensor& target) const = 0;
    // Sums of one batch. addOnCpu reads memory directly, since a handful of tensor operations would
    // cost more than a small model's share; deviceSums gives a float64 tensor [sumCount].
    virtual void addOnCpu(const at::Tensor& output, const at::Tensor& target,
                          std::vector<double>& sums) const = 0;
    virtual at::Tensor deviceSums(const at::Tensor& output, const at::Tensor& target) const = 0;

private:
    std::vector<double> m_sums;
    at::Tensor m_deviceSums; // float64 [sumCount], beside m_sums; undefined until needed
};

} // namespace core
