#include "core/model/metrics/sum_metric.h"

#include <ATen/ATen.h>

#include "core/error.h"

namespace core {

at::Tensor& SumMetric::sumsOn(at::Device device, int64_t count) {
    if (!m_sums.defined())
        m_sums = at::zeros({count}, at::TensorOptions(at::kDouble).device(device));
    else if (m_sums.device() != device)
        m_sums = m_sums.to(device);
    return m_sums;
}

std::vector<double> SumMetric::totals() const {
    if (!m_sums.defined()) return {};
    const at::Tensor fetched = m_sums.cpu();
    const auto* sums = fetched.data_ptr<double>();
    return {sums, sums + fetched.numel()};
}

void SumMetric::setTotals(const std::vector<double>& totals) {
    m_sums = totals.empty() ? at::Tensor() : at::tensor(totals, at::kDouble);
}

void SumMetric::merge(const Metric& other) {
    const std::vector<double> theirs = dynamic_cast<const SumMetric&>(other).totals();
    if (theirs.empty()) return;
    std::vector<double> sums = totals();
    sums.resize(sums.empty() ? theirs.size() : sums.size());
    if (sums.size() != theirs.size())
        throw Error("Metrics of another number of classes or outputs cannot be joined");
    join(sums, theirs);
    setTotals(sums);
}

void SumMetric::join(std::vector<double>& sums, const std::vector<double>& others) const {
    for (size_t i = 0; i < sums.size(); ++i)
        sums[i] += others[i];
}

void SumMetric::save(Archive& archive) const {
    archive.write("sums", totals());
}

void SumMetric::load(const Archive& archive) {
    setTotals(archive.reals("sums"));
}

} // namespace core
