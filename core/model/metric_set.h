// Gathers metrics batch by batch: means weighted by the items that made them, so that an epoch's
// value does not depend on how it was cut into batches, and the metrics of the task. Used by the
// training thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/batch.h"
#include "core/data/dataset_info.h"
#include "core/model/archive.h"
#include "core/model/metrics.h"

namespace core {

class TaskMetric;

class MetricSet {
public:
    // The task of `info` decides the metrics that addTask() adds.
    explicit MetricSet(const DatasetInfo& info = {});
    ~MetricSet();
    MetricSet(MetricSet&&) noexcept;
    MetricSet& operator=(MetricSet&&) noexcept;

    // A mean over `weight` items, such as a loss. `value`: 0-dim, any device; it is detached, and
    // what lies on a GPU stays there until compute(). A weight of 0 is not counted.
    void add(std::string_view name, const at::Tensor& value, double weight,
             Direction direction = Direction::None);

    // Classification: "accuracy". BinaryClassification: "accuracy". Regression: "mae", "rmse" in
    // the target's own unit, and "r2". Looks at "output" of `out` and "target" of the batch and
    // does nothing when one is missing or their shapes do not fit the task.
    void addTask(const Tensors& out, const Batch& batch);

    Metrics compute() const; // in the order they were first added; waits for the device
    void reset();

    void save(Archive& archive) const;
    void load(const Archive& archive); // throws Error when it is not from such a set

private:
    struct Mean {
        std::string name;
        Direction direction = Direction::None;
        double sum = 0.0;
        double weight = 0.0;
        at::Tensor deviceSum; // float64, 0-dim: what is not yet in `sum`; undefined on the CPU
        double total() const;
    };
    Mean& mean(std::string_view name, Direction direction);

    std::vector<Mean> m_means;
    std::unique_ptr<TaskMetric> m_task;
};

} // namespace core
