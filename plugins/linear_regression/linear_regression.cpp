#include "plugins/linear_regression/linear_regression.h"

#include "core/error.h"

LinearRegression::LinearRegression(const core::DatasetInfo& info) : Model(info) {
    if (info.task != core::Task::Regression)
        throw core::Error(
            "Linear regression predicts numbers, but the target of this data is a class. Choose "
            "the multilayer perceptron, or a target column of numbers.");
    int64_t inputs = 1;
    for (int64_t size : info.inputShape)
        inputs *= size;
    m_linear = register_module("linear", torch::nn::Linear(inputs, info.outputCount));
}

core::Tensors LinearRegression::forward(const core::Batch& batch) {
    return {{"output", m_linear(batch.x.at("input").flatten(1))}};
}
