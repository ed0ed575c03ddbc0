// A multilayer perceptron: linear layers with an activation between them. Training thread.
#pragma once

#include <string>
#include <vector>

#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/dropout.h>
#include <torch/nn/modules/linear.h>

#include "core/model/model.h"

class Mlp final : public core::Model {
public:
    struct Options {
        std::vector<int64_t> hidden; // neurons of each hidden layer; may be empty
        std::string activation;      // "relu", "tanh", "gelu" or "silu"
        double dropout = 0.0;        // in [0, 1)
        bool batchNorm = false;
    };

    Mlp(const Options& options, const core::DatasetInfo& info);

    core::Tensors forward(const core::Batch& batch) override; // "output" [batch, outputs]

private:
    at::Tensor hiddenLayer(size_t layer, const at::Tensor& x);

    at::Tensor (*m_activation)(const at::Tensor&);
    std::vector<torch::nn::Linear> m_linears;    // hidden ones, then the output
    std::vector<torch::nn::BatchNorm1d> m_norms; // one per hidden layer, or none
    torch::nn::Dropout m_dropout = nullptr;      // null: none
};
