#include "core/train/gradients.h"

#include <algorithm>
#include <cmath>

#include <ATen/ATen.h>

namespace core {
namespace {

// Below this a plain loop beats torch's dispatch and threads.
constexpr int64_t kSmall = 1 << 15;
// As torch has it, so that clipping agrees with other programs.
constexpr double kNormEpsilon = 1e-6;

bool isSmallOnCpu(const at::Tensor& gradient) {
    return gradient.is_cpu() && gradient.scalar_type() == at::kFloat &&
           gradient.layout() == at::kStrided && gradient.is_contiguous() &&
           gradient.numel() <= kSmall;
}

double squareSum(const at::Tensor& gradient) {
    if (!isSmallOnCpu(gradient)) {
        const double norm = gradient.norm().item<double>();
        return norm * norm;
    }
    const float* values = gradient.data_ptr<float>();
    double sums[4] = {}; // independent sums, so that the processor can add in parallel
    const int64_t count = gradient.numel();
    int64_t i = 0;
    for (; i + 4 <= count; i += 4)
        for (int lane = 0; lane < 4; ++lane)
            sums[lane] += static_cast<double>(values[i + lane]) * values[i + lane];
    for (; i < count; ++i)
        sums[0] += static_cast<double>(values[i]) * values[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

template <typename Work>
void forEachGradient(const Parameters& parameters, const Work& work) {
    for (const at::Tensor& parameter : parameters) {
        at::Tensor& gradient = parameter.mutable_grad();
        if (gradient.defined()) work(gradient);
    }
}

} // namespace

void resetGradients(const Parameters& parameters) {
    for (const at::Tensor& parameter : parameters)
        parameter.mutable_grad() = at::Tensor();
}

void divideGradients(const Parameters& parameters, double divisor) {
    const at::NoGradGuard noGrad;
    forEachGradient(parameters, [&](at::Tensor& gradient) { gradient.div_(divisor); });
}

LateNumber gradientNorm(const Parameters& parameters) {
    const at::NoGradGuard noGrad;
    double onCpu = 0.0;
    std::vector<at::Tensor> onDevice;
    forEachGradient(parameters, [&](at::Tensor& gradient) {
        if (gradient.is_cpu())
            onCpu += squareSum(gradient);
        else
            onDevice.push_back(gradient.norm().to(at::kFloat));
    });
    if (onDevice.empty()) return {std::sqrt(onCpu), {}};
    return {0.0, at::stack(onDevice).norm()};
}

void clipGradients(const Parameters& parameters, const LateNumber& norm, const ClipLimits& limits) {
    const at::NoGradGuard noGrad;
    if (limits.norm > 0.0 && norm.onDevice.defined()) {
        const at::Tensor factor = (limits.norm / (norm.onDevice + kNormEpsilon)).clamp_max(1.0);
        forEachGradient(parameters, [&](at::Tensor& gradient) { gradient.mul_(factor); });
    } else if (limits.norm > 0.0 && norm.value > limits.norm) {
        const double factor = limits.norm / (norm.value + kNormEpsilon);
        forEachGradient(parameters, [&](at::Tensor& gradient) { gradient.mul_(factor); });
    }
    if (limits.value > 0.0)
        forEachGradient(parameters, [&](at::Tensor& gradient) {
            gradient.clamp_(-limits.value, limits.value);
        });
}

} // namespace core
