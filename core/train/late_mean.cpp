#include "core/train/late_mean.h"

#include <limits>

#include <ATen/ATen.h>

namespace core {

LateNumber lateNumber(const at::Tensor& value) {
    if (!value.is_cpu()) return {0.0, value.detach().reshape({}).to(at::kFloat)};
    if (value.scalar_type() == at::kFloat) return {*value.data_ptr<float>(), {}};
    return {value.item<double>(), {}};
}

std::vector<float> fetchTogether(const std::vector<at::Tensor>& values) {
    const at::Tensor fetched = at::stack(values).to(at::kCPU, at::kFloat).contiguous();
    const float* first = fetched.data_ptr<float>();
    return {first, first + values.size()};
}

void LateMean::add(const at::Tensor& value, double weight) {
    const LateNumber number = lateNumber(value);
    const bool isFirst = empty();
    m_weight += weight;
    if (!number.onDevice.defined()) {
        m_sum += weight * number.value;
        return;
    }
    const at::NoGradGuard noGrad;
    m_single = isFirst ? number.onDevice : at::Tensor();
    const at::Tensor part = number.onDevice * weight;
    m_lateSum = m_lateSum.defined() ? m_lateSum + part : part;
}

LateNumber LateMean::mean() const {
    if (empty()) return {std::numeric_limits<double>::quiet_NaN(), {}};
    if (m_single.defined()) return {0.0, m_single};
    if (m_lateSum.defined()) return {0.0, (m_lateSum + m_sum) / m_weight};
    return {m_sum / m_weight, {}};
}

} // namespace core
