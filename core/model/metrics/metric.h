// A metric that is gathered batch by batch: it keeps what its value over all samples needs, so that
// the value does not depend on how they were cut into batches, or shared among processes. One
// object serves the metrics of a family, which are made of the same numbers. Training thread.
#pragma once

#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

#include "core/model/archive.h"
#include "core/model/metrics.h"

namespace core {

// References into the caller's batch; all on one device.
struct MetricBatch {
    const at::Tensor& output; // what the model returned, as MetricSet::measure() describes it
    const at::Tensor& target;
    const at::Tensor& weight; // of each sample, at least 0; undefined: 1
};

// A metric of the family, and the name its value gets.
struct MetricReport {
    std::string metric;
    std::string name;
    Direction direction = Direction::None;
};

class Metric {
public:
    explicit Metric(std::vector<MetricReport> reports) : m_reports(std::move(reports)) {}
    virtual ~Metric() = default;
    Metric(const Metric&) = delete;
    Metric& operator=(const Metric&) = delete;

    // Counts a batch, without waiting for the device. False: the shapes are not those of the metric
    // or of the batches before, and nothing was counted.
    virtual bool update(const MetricBatch& batch) = 0;
    // The values, once for each report; none when no sample was counted. Waits for the device.
    virtual void appendResults(Metrics& metrics) const = 0;
    // As if the batches of `other`, a metric of the same kind, had been counted here too. Throws
    // Error when it has seen another number of classes or outputs.
    virtual void merge(const Metric& other) = 0;
    virtual void reset() = 0;

    virtual void save(Archive& archive) const = 0;
    virtual void load(const Archive& archive) = 0; // throws Error when it is not from such a metric

protected:
    const std::vector<MetricReport>& reports() const { return m_reports; }

private:
    std::vector<MetricReport> m_reports;
};

} // namespace core
