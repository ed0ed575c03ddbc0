// Mixed precision: in which number type the costly operations of a forward pass are computed.
// Training thread; the flags of LibTorch's autocast belong to the thread that sets them.
#pragma once

#include <string>

#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>

namespace core {

// Parameters, gradients and optimizers are float32 with each of them. Float16 has a narrow range
// and needs a DynamicScaler.
enum class Precision { Float32, BFloat16, Float16 };

// "fp32", "bf16", "fp16". Throws Error when the device cannot: fp16 is for CUDA alone.
Precision precisionFrom(const std::string& text, at::Device device);

// While it lives, matrix products and convolutions run in the given precision, and what needs
// range (losses, sums, softmax) in float32, by the lists of LibTorch's autocast. Scopes nest: one
// of Float32 inside another switches the lower precision off.
class AutocastScope {
public:
    AutocastScope(Precision precision, at::Device device);
    ~AutocastScope();
    AutocastScope(const AutocastScope&) = delete;
    AutocastScope& operator=(const AutocastScope&) = delete;

private:
    at::DeviceType m_device;
    bool m_wasEnabled;
    at::ScalarType m_oldType;
    bool m_isChange;
};

} // namespace core
