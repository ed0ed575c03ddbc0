#include "core/model/metric_set.h"

#include <ATen/ATen.h>

#include "core/error.h"
#include "core/metric_names.h"
#include "core/model/metrics/class_sums.h"
#include "core/model/metrics/metric_factory.h"

namespace core {
namespace {

// One scale for each output; a regression of another number of outputs is not the task's.
std::vector<double> scalesOf(const DatasetInfo& info) {
    std::vector<double> scales = info.targetScale;
    scales.resize(static_cast<size_t>(info.outputCount), 1.0);
    return scales;
}

void saveMetric(const Metric& metric, const std::string& key, Archive& archive) {
    Archive part;
    metric.save(part);
    archive.writeSection(key, part);
}

} // namespace

MetricSet::MetricSet(const DatasetInfo& info) : MetricSet(info, defaultMetrics(info.task)) {}
MetricSet::MetricSet(const DatasetInfo& info, const std::vector<std::string>& names)
    : m_kind(info.task), m_task(makeMetrics(names, scalesOf(info))) {}
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
    if (!output || !target) return;
    const bool isOfClasses =
        target->scalar_type() == at::kLong && target->dim() + 1 == output->dim();
    if (isOfClasses != (m_kind == Task::Classification)) return;
    const at::Tensor* given = batch.x.find("sample_weight");
    const at::Tensor weight = given ? *given : at::Tensor();
    for (const auto& metric : m_task)
        metric->update({*output, *target, weight});
}

Metric& MetricSet::measured(std::string_view metric, std::string_view name) {
    for (const Measured& measured : m_measured)
        if (measured.name == name && measured.metric == metric) return *measured.state;
    Measured made = {std::string(metric), std::string(name), nullptr};
    made.state = makeMetric(made.metric, made.name);
    return *m_measured.emplace_back(std::move(made)).state;
}

void MetricSet::measure(std::string_view metric, const at::Tensor& output, const at::Tensor& target,
                        const at::Tensor& weight, std::string_view as) {
    if (measured(metric, as.empty() ? metric : as).update({output, target, weight})) return;
    const std::string weights = weight.defined() ? c10::str(", weight ", weight.sizes()) : "";
    throw Error("The metric " + std::string(metric) + " cannot be taken of output " +
                c10::str(output.scalar_type(), output.sizes()) + ", target " +
                c10::str(target.scalar_type(), target.sizes()) + weights +
                ": their shapes must fit each other, and the batches before");
}

at::Tensor MetricSet::confusionMatrix(std::string_view as) const {
    for (const Measured& measured : m_measured)
        if (measured.name == as && measured.metric == "confusion_matrix")
            return dynamic_cast<const ConfusionMatrix&>(*measured.state).matrix();
    return {};
}

Metrics MetricSet::compute() const {
    Metrics metrics;
    for (const Mean& mean : m_means)
        if (mean.weight != 0.0) metrics.set(mean.name, mean.total() / mean.weight, mean.direction);
    for (const auto& metric : m_task)
        metric->appendResults(metrics);
    for (const Measured& measured : m_measured)
        measured.state->appendResults(metrics);
    return metrics;
}

void MetricSet::reset() {
    for (Mean& mean : m_means) {
        mean.sum = mean.weight = 0.0;
        mean.deviceSum = at::Tensor();
    }
    for (const auto& metric : m_task)
        metric->reset();
    for (const Measured& measured : m_measured)
        measured.state->reset();
}

void MetricSet::merge(const MetricSet& other) {
    if (m_task.size() != other.m_task.size())
        throw Error("Only sets of the same metrics can be joined");
    for (const Mean& theirs : other.m_means) {
        Mean& ours = mean(theirs.name, theirs.direction);
        ours.sum += theirs.total();
        ours.weight += theirs.weight;
    }
    for (size_t i = 0; i < m_task.size(); ++i)
        m_task[i]->merge(*other.m_task[i]);
    for (const Measured& theirs : other.m_measured)
        measured(theirs.metric, theirs.name).merge(*theirs.state);
}

void MetricSet::save(Archive& archive) const {
    std::vector<std::string> names, measured;
    std::vector<double> numbers;
    for (const Mean& mean : m_means) {
        names.push_back(mean.name);
        numbers.insert(numbers.end(),
                       {static_cast<double>(mean.direction), mean.total(), mean.weight});
    }
    archive.write("names", names);
    archive.write("means", numbers);
    for (size_t i = 0; i < m_task.size(); ++i)
        saveMetric(*m_task[i], "task." + std::to_string(i), archive);
    for (size_t i = 0; i < m_measured.size(); ++i) {
        measured.insert(measured.end(), {m_measured[i].metric, m_measured[i].name});
        saveMetric(*m_measured[i].state, "measured." + std::to_string(i), archive);
    }
    archive.write("measured_names", measured);
}

void MetricSet::load(const Archive& archive) {
    const auto& names = archive.texts("names");
    const auto& numbers = archive.reals("means");
    const auto& measured = archive.texts("measured_names");
    if (numbers.size() != 3 * names.size() || measured.size() % 2 != 0)
        throw Error("The saved metrics are damaged");
    m_means.clear();
    for (size_t i = 0; i < names.size(); ++i)
        m_means.push_back({names[i],
                           static_cast<Direction>(static_cast<int>(numbers[3 * i])),
                           numbers[3 * i + 1],
                           numbers[3 * i + 2],
                           {}});
    for (size_t i = 0; i < m_task.size(); ++i)
        m_task[i]->load(archive.section("task." + std::to_string(i)));
    m_measured.clear();
    for (size_t i = 0; i < measured.size(); i += 2)
        this->measured(measured[i], measured[i + 1])
            .load(archive.section("measured." + std::to_string(i / 2)));
}

} // namespace core
