// Every difference between the LibTorch versions that the Trainer works with (1.13 to current), in
// one place. Any thread.
#pragma once

#include <sstream>
#include <string>
#include <type_traits>

#include <ATen/ATen.h>
#include <torch/optim/optimizer.h>

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

} // namespace core::compat
