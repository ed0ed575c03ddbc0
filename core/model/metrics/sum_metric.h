// What most metrics keep: a row of float64 sums, on the device of the batches until their values
// are wanted. Training thread.
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/metrics/metric.h"

namespace core {

class SumMetric : public Metric {
public:
    using Metric::Metric;

    void merge(const Metric& other) override;
    void reset() override { m_sums = at::Tensor(); }
    void save(Archive& archive) const override;
    void load(const Archive& archive) override;

protected:
    // Whether `count` sums can be those of this metric: none were made yet, or as many.
    bool hasRoomFor(int64_t count) const { return !m_sums.defined() || m_sums.numel() == count; }
    // float64 [count] on `device`, zeros at first; to be added to.
    at::Tensor& sumsOn(at::Device device, int64_t count);
    std::vector<double> totals() const; // waits for the device; empty when nothing was counted
    // Joins the sums of two streams; as many. Here: adds them.
    virtual void join(std::vector<double>& sums, const std::vector<double>& others) const;

private:
    void setTotals(const std::vector<double>& totals);

    at::Tensor m_sums;
};

} // namespace core
