#include "core/model/metric_set.h"

#include <ATen/ATen.h>

#include "core/error.h"
#include "core/model/task_metric.h"

namespace core {

MetricSet::MetricSet(const DatasetInfo& info) : m_task(TaskMetric::make(info)) {}
MetricSet::~MetricSet() = default;
MetricSet::MetricSet(MetricSet&&) noexcept = default;
MetricSet& MetricSet::operator=(MetricSet&&) noexcept = default;

double MetricSet::Mean::total() const {
    return deviceSum.defined() ? sum + deviceSum.item<double>() : sum;
}

MetricSet::Mean& MetricSet::mean(std::string_view name, Direction direction) {
    for (Mean& mean : m_means)
        if (mean.name == name) return mean;
    return m_means.emplace_back(Mean{std::string(name), direction, 0.0, 0.0, {}});
}

void MetricSet::add(std::string_view name, const at::Tensor& value, double weight,
                    Direction direction) {
    if (value.numel() != 1)
        throw Error("The metric " + std::string(name) + " is not a single number; take its mean");
    if (weight == 0.0) return;
    Mean& mean = this->mean(name, direction);
    mean.weight += weight;
    if (value.is_cpu()) {
        mean.sum += weight * (value.scalar_type() == at::kFloat ? *value.data_ptr<float>()
                                                                : value.item<double>());
        return;
    }
    const at::NoGradGuard noGrad;
    const at::Tensor part = value.detach().reshape({}).to(at::kDouble) * weight;
    mean.deviceSum = mean.deviceSum.defined() ? mean.deviceSum.add_(part) : part;
}

void MetricSet::addTask(const Tensors& out, const Batch& batch) {
    const at::Tensor* output = out.find("output");
    const at::Tensor* target = batch.x.find("target");
    if (output && target) m_task->update(*output, *target);
}

Metrics MetricSet::compute() const {
    Metrics metrics;
    for (const Mean& mean : m_means)
        if (mean.weight != 0.0) metrics.set(mean.name, mean.total() / mean.weight, mean.direction);
    m_task->appendResults(metrics);
    return metrics;
}

void MetricSet::reset() {
    for (Mean& mean : m_means) {
        mean.sum = mean.weight = 0.0;
        mean.deviceSum = at::Tensor();
    }
    m_task->reset();
}

void MetricSet::save(Archive& archive) const {
    std::vector<std::string> names;
    std::vector<double> numbers;
    for (const Mean& mean : m_means) {
        names.push_back(mean.name);
        numbers.insert(numbers.end(),
                       {static_cast<double>(mean.direction), mean.total(), mean.weight});
    }
    archive.write("names", names);
    archive.write("means", numbers);
    archive.write("task", m_task->sums());
}

void MetricSet::load(const Archive& archive) {
    const auto& names = archive.texts("names");
    const auto& numbers = archive.reals("means");
    if (numbers.size() != 3 * names.size()) throw Error("The saved metrics are damaged");
    m_means.clear();
    for (size_t i = 0; i < names.size(); ++i)
        m_means.push_back({names[i],
                           static_cast<Direction>(static_cast<int>(numbers[3 * i])),
                           numbers[3 * i + 1],
                           numbers[3 * i + 2],
                           {}});
    m_task->setSums(archive.reals("task"));
}

} // namespace core
