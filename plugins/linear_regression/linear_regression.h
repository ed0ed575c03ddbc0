// y = W x + b. Training thread.
#pragma once

#include <torch/nn/modules/linear.h>

#include "core/model/model.h"

class LinearRegression final : public core::Model {
public:
    // Throws Error when the data asks for classes.
    explicit LinearRegression(const core::DatasetInfo& info);

    core::Tensors forward(const core::Batch& batch) override; // "output" [batch, outputs]

private:
    torch::nn::Linear m_linear = nullptr;
};
