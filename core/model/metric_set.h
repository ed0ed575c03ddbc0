// Gathers metrics batch by batch: means weighted by the items that made them, so that an epoch's
// value does not depend on how it was cut into batches, and the metrics of the task. Nothing waits
// for the device before compute(). Used by the training thread.
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

class Metric;

class MetricSet {
public:
    // addTask() adds defaultMetrics() of the task, or those of `names`, out of core/metric_names.h.
    // Throws Error when there is none of a name.
    explicit MetricSet(const DatasetInfo& info = {});
    MetricSet(const DatasetInfo& info, const std::vector<std::string>& names);
    ~MetricSet();
    MetricSet(MetricSet&&) noexcept;
    MetricSet& operator=(MetricSet&&) noexcept;

    // A mean over `weight` items, such as a loss. `value`: 0-dim, any device; it is detached, and
    // what lies on a GPU stays there until compute(). A weight of 0 is not counted.
    void add(std::string_view name, const at::Tensor& value, double weight,
             Direction direction = Direction::None);

    // The task's metrics, of "output" of `out` and "target" of the batch, each sample weighted by
    // the batch's "sample_weight" if it has one. Errors of a regression are in the target's own
    // unit. Does nothing where one is missing or the shapes do not fit the task.
    void addTask(const Tensors& out, const Batch& batch);

    // Any metric of any output, in batchEval():
    //
    //   metrics.addTask(out, batch);
    //   metrics.measure("top3", out.at("output"), batch.x.at("target"));
    //   metrics.measure("f1", out.at("colour"), batch.x.at("colour"), {}, "colour_f1");
    //
    // Shapes: scores of classes [..., classes] and target int64 [...]; or logits of yes and no, and
    // target of the same shape [batch] or [batch, outputs], yes above 0.5; or numbers, both of one
    // shape, whose errors are taken as they are. `weight`: of each sample, at least 0. The value is
    // reported as `as`, else as the metric, instead of the task's of that name. A class outside 0
    // ... classes - 1 is not counted, a score that is NaN makes values NaN, and what counted no
    // sample is not reported. Throws Error when there is no such metric or the shapes do not fit.
    void measure(std::string_view metric, const at::Tensor& output, const at::Tensor& target,
                 const at::Tensor& weight = {}, std::string_view as = {});

    // What measure("confusion_matrix", ...) has counted: float64 [wanted class, predicted class] on
    // the CPU, whole numbers unless samples are weighted. Undefined when there was none. Waits for
    // the device.
    at::Tensor confusionMatrix(std::string_view as = "confusion_matrix") const;

    // In the order in which they were first added: the means, the task's metrics, the measured.
    Metrics compute() const; // waits for the device
    void reset();

    // As if what was added to `other`, made of the same info and names, had been added here too.
    void merge(const MetricSet& other);

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
    struct Measured {
        std::string metric;
        std::string name;
        std::unique_ptr<Metric> state;
    };
    Mean& mean(std::string_view name, Direction direction);
    Metric& measured(std::string_view metric, std::string_view name);

    Task m_kind;
    std::vector<Mean> m_means;
    std::vector<std::unique_ptr<Metric>> m_task;
    std::vector<Measured> m_measured;
};

} // namespace core
