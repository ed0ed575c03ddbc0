#include "plugins/mlp/mlp.h"

#include <ATen/Functions.h>

#include "core/error.h"

namespace {

using Activation = at::Tensor (*)(const at::Tensor&);

Activation activationNamed(const std::string& name) {
    if (name == "relu") return [](const at::Tensor& x) { return at::relu(x); };
    if (name == "tanh") return [](const at::Tensor& x) { return at::tanh(x); };
    if (name == "gelu") return [](const at::Tensor& x) { return at::gelu(x); };
    if (name == "silu") return [](const at::Tensor& x) { return at::silu(x); };
    throw core::Error("There is no activation \"" + name + "\". Choose relu, tanh, gelu or silu.");
}

} // namespace

Mlp::Mlp(const Options& options, const core::DatasetInfo& info)
    : Model(info), m_activation(activationNamed(options.activation)) {
    int64_t inputs = 1;
    for (int64_t size : info.inputShape)
        inputs *= size;
    std::vector<int64_t> widths = options.hidden;
    widths.push_back(info.outputCount);
    for (size_t layer = 0; layer < widths.size(); ++layer) {
        const std::string number = std::to_string(layer + 1);
        m_linears.push_back(
            register_module("linear" + number, torch::nn::Linear(inputs, widths[layer])));
        inputs = widths[layer];
        if (options.batchNorm && layer < options.hidden.size())
            m_norms.push_back(register_module("norm" + number, torch::nn::BatchNorm1d(inputs)));
    }
    if (options.dropout > 0.0)
        m_dropout = register_module("dropout", torch::nn::Dropout(options.dropout));
}

core::Tensors Mlp::forward(const core::Batch& batch) {
    at::Tensor x = batch.x.at("input").flatten(1);
    for (size_t layer = 0; layer + 1 < m_linears.size(); ++layer)
        x = hiddenLayer(layer, x);
    return {{"output", m_linears.back()(x)}};
}

at::Tensor Mlp::hiddenLayer(size_t layer, const at::Tensor& input) {
    at::Tensor x = m_linears[layer](input);
    if (!m_norms.empty()) {
        torch::nn::BatchNorm1d& norm = m_norms[layer];
        // One sample has no deviation, and LibTorch refuses it: the last batch of an epoch can be
        // that short. It is normalised by the running statistics instead.
        const bool isAlone = is_training() && x.size(0) == 1;
        if (isAlone) norm->eval();
        x = norm(x);
        if (isAlone) norm->train();
    }
    x = m_activation(x);
    return m_dropout ? m_dropout(x) : x;
}
