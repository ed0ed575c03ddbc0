#include "core/model/model.h"

#include <cmath>
#include <cstdio>

#include <ATen/ATen.h>

#include "core/error.h"

namespace core {
namespace {

std::string numberText(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
}

Prediction classPrediction(const at::Tensor& probabilities, const DatasetInfo& info) {
    const int64_t best = probabilities.argmax().item<int64_t>();
    const auto* values = probabilities.data_ptr<double>();
    Prediction prediction;
    prediction.values.assign(values, values + probabilities.numel());
    prediction.text = best < static_cast<int64_t>(info.classNames.size())
                          ? info.classNames[static_cast<size_t>(best)]
                          : "class " + std::to_string(best);
    return prediction;
}

Prediction numberPrediction(const at::Tensor& output, const DatasetInfo& info) {
    Prediction prediction;
    for (int64_t i = 0; i < output.numel(); ++i) {
        const auto k = static_cast<size_t>(i);
        const double scale = k < info.targetScale.size() ? info.targetScale[k] : 1.0;
        const double mean = k < info.targetMean.size() ? info.targetMean[k] : 0.0;
        prediction.values.push_back(output.data_ptr<double>()[i] * scale + mean);
        prediction.text += (i ? ", " : "") + numberText(prediction.values.back());
    }
    return prediction;
}

Prediction binaryPrediction(const at::Tensor& probabilities) {
    Prediction prediction;
    for (int64_t i = 0; i < probabilities.numel(); ++i) {
        prediction.values.push_back(probabilities.data_ptr<double>()[i]);
        prediction.text +=
            std::string(i ? ", " : "") + (prediction.values.back() > 0.5 ? "yes" : "no");
    }
    return prediction;
}

} // namespace

at::Device Model::device() const {
    const auto all = parameters();
    return all.empty() ? at::Device(at::kCPU) : all.front().device();
}

at::Tensor Model::loss(const Tensors& out, const Batch& batch) {
    const at::Tensor& output = out.at("output");
    const at::Tensor& target = batch.x.at("target");
    switch (m_info.task) {
        case Task::Classification:
            return at::cross_entropy_loss(output, target);
        case Task::BinaryClassification:
            return at::binary_cross_entropy_with_logits(output, target);
        case Task::Regression:
            break;
    }
    // Broadcasting [n, 1] against [n] would silently train on every pair.
    if (output.sizes() != target.sizes())
        throw Error("The output has the shape " + c10::str(output.sizes()) + " and the target " +
                    c10::str(target.sizes()) + "; for a regression they must be equal");
    return at::mse_loss(output, target);
}

StepResult Model::batchTrain(const Batch& batch, StepContext&) {
    StepResult result;
    result.out = forward(batch);
    result.loss = loss(result.out, batch);
    result.weight = batch.weight;
    return result;
}

void Model::batchEval(const Batch& batch, MetricSet& metrics, StepContext&) {
    const Tensors out = forward(batch);
    metrics.add("loss", loss(out, batch), batch.weight, Direction::Minimize);
    metrics.addTask(out, batch);
}

Metrics Model::aggregateMetrics(MetricSet& metrics) {
    return metrics.compute();
}

std::vector<OptimizerSpec> Model::configureOptimizers() {
    OptimizerSpec spec;
    for (const at::Tensor& parameter : parameters())
        if (parameter.requires_grad()) spec.parameters.push_back(parameter);
    return {spec};
}

void Model::optimize(StepContext& context) {
    for (const std::string& optimizer : context.optimizers())
        context.step(optimizer);
}

std::unique_ptr<Sampler> Model::defaultSampler(const Dataset&, bool training) const {
    if (training) return std::make_unique<ShuffledSampler>();
    return std::make_unique<SequentialSampler>();
}

Batch Model::preprocess(const RawInput&) const {
    throw Error("This model cannot be given single inputs: it does not define preprocess()");
}

Predictions Model::postprocess(const Tensors& out) const {
    const at::Tensor output = out.at("output").detach().to(at::kCPU, at::kDouble);
    Predictions predictions;
    for (int64_t row = 0; row < output.size(0); ++row) {
        const at::Tensor one = output[row].contiguous();
        switch (m_info.task) {
            case Task::Classification:
                predictions.push_back(classPrediction(one.softmax(0), m_info));
                break;
            case Task::BinaryClassification:
                predictions.push_back(binaryPrediction(one.sigmoid()));
                break;
            case Task::Regression:
                predictions.push_back(numberPrediction(one, m_info));
                break;
        }
    }
    return predictions;
}

std::shared_ptr<const Dataset> Model::collect(RolloutContext&) {
    return nullptr;
}

Metrics Model::evalRollout(RolloutContext&) {
    return {};
}

void Model::saveExtra(Archive&) const {}

void Model::loadExtra(const Archive&) {}

} // namespace core
