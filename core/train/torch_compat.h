// Every difference between the LibTorch versions that the Trainer works with (1.13 to current), in
// one place. Any thread.
#pragma once

#include <sstream>
#include <string>
#include <type_traits>

#include <ATen/ATen.h>
#include <ATen/autocast_mode.h>
#include <torch/optim/optimizer.h>
#include <torch/version.h>

namespace core::compat {

// Optimizer state is looked up by the address of the parameter: as text up to 2.0, as a pointer
// later.
template <typename Key>
Key optimizerStateKey(const at::Tensor& parameter) {
    if constexpr (std::is_same_v<Key, std::string>) {
        std::ostringstream text;
        text << parameter.unsafeGetTensorImpl();
        return text.str();
    } else {
        return parameter.unsafeGetTensorImpl();
    }
}

using OptimizerStates = std::decay_t<decltype(std::declval<torch::optim::Optimizer&>().state())>;

// nullptr when the optimizer has not yet moved this parameter.
inline torch::optim::OptimizerParamState* optimizerState(torch::optim::Optimizer& optimizer,
                                                         const at::Tensor& parameter) {
    auto& states = optimizer.state();
    const auto found = states.find(optimizerStateKey<OptimizerStates::key_type>(parameter));
    return found == states.end() ? nullptr : found->second.get();
}

inline void setOptimizerState(torch::optim::Optimizer& optimizer, const at::Tensor& parameter,
                              std::unique_ptr<torch::optim::OptimizerParamState> state) {
    optimizer.state()[optimizerStateKey<OptimizerStates::key_type>(parameter)] = std::move(state);
}

// The generator that dropout and initialisation on this device draw from.
inline at::Generator defaultGenerator(at::Device device) {
    if (device.is_cuda() && !device.has_index()) device.set_index(0);
    return at::globalContext().defaultGenerator(device);
}

// Autocast flags of this thread: by device from 2.4 on, by function before.
#if TORCH_VERSION_MAJOR > 2 || (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 4)
inline bool isAutocastEnabled(at::DeviceType device) {
    return at::autocast::is_autocast_enabled(device);
}
inline at::ScalarType autocastType(at::DeviceType device) {
    return at::autocast::get_autocast_dtype(device);
}
inline void setAutocast(at::DeviceType device, bool isOn, at::ScalarType type) {
    at::autocast::set_autocast_enabled(device, isOn);
    at::autocast::set_autocast_dtype(device, type);
}
#else
inline bool isAutocastEnabled(at::DeviceType device) {
    return device == at::kCPU ? at::autocast::is_cpu_enabled() : at::autocast::is_enabled();
}
inline at::ScalarType autocastType(at::DeviceType device) {
    return device == at::kCPU ? at::autocast::get_autocast_cpu_dtype()
                              : at::autocast::get_autocast_gpu_dtype();
}
inline void setAutocast(at::DeviceType device, bool isOn, at::ScalarType type) {
    if (device == at::kCPU) {
        at::autocast::set_cpu_enabled(isOn);
        at::autocast::set_autocast_cpu_dtype(type);
    } else {
        at::autocast::set_enabled(isOn);
        at::autocast::set_autocast_gpu_dtype(type);
    }
}
#endif

} // namespace core::compat
