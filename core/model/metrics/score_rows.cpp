#include "core/model/metrics/score_rows.h"

#include <limits>

#include <ATen/ATen.h>

namespace core {
namespace {

at::Tensor flatWeight(const at::Tensor& weight) {
    return weight.defined() ? weight.detach().reshape({-1}).to(at::kDouble).contiguous()
                            : at::Tensor();
}

} // namespace

bool ScoreRows::canLoop() const {
    const auto wanted = isBinary ? at::kFloat : at::kLong;
    return scores.is_cpu() && target.is_cpu() && scores.scalar_type() == at::kFloat &&
           target.scalar_type() == wanted && (!weight.defined() || weight.is_cpu());
}

const double* ScoreRows::weightPointer() const {
    return weight.defined() ? weight.data_ptr<double>() : nullptr;
}

std::optional<ScoreRows> classRows(const MetricBatch& batch) {
    const auto& [output, target, weight] = batch;
    if (target.scalar_type() != at::kLong || !output.is_floating_point() || target.dim() == 0 ||
        output.dim() != target.dim() + 1 || output.size(-1) == 0 ||
        output.sizes().slice(0, static_cast<size_t>(target.dim())) != target.sizes() ||
        (weight.defined() && weight.sizes() != target.sizes()))
        return std::nullopt;
    const bool isFlat = output.dim() == 2;
    return ScoreRows{isFlat ? output : output.reshape({-1, output.size(-1)}),
                     isFlat ? target : target.reshape({-1}), flatWeight(weight), false};
}

std::optional<ScoreRows> binaryRows(const MetricBatch& batch) {
    const auto& [output, target, weight] = batch;
    if (!output.is_floating_point() || output.dim() == 0 || output.sizes() != target.sizes() ||
        (weight.defined() && (weight.dim() != 1 || weight.size(0) != output.size(0))))
        return std::nullopt;
    const bool isFlat = output.dim() == 2;
    const auto flat = [](const at::Tensor& tensor) {
        return tensor.dim() == 1 ? tensor.unsqueeze(1) : tensor.flatten(1);
    };
    return ScoreRows{isFlat ? output : flat(output), isFlat ? target : flat(target),
                     flatWeight(weight), true};
}

std::optional<ScoreRows> scoreRows(const MetricBatch& batch) {
    auto rows = classRows(batch);
    return rows ? rows : binaryRows(batch);
}

at::Tensor countedWeights(const ScoreRows& rows) {
    const auto options = rows.scores.options().dtype(at::kDouble).requires_grad(false);
    at::Tensor weight = rows.weight.defined() ? rows.weight : at::ones({rows.rowCount()}, options);
    at::Tensor isNan = rows.scores.isnan();
    if (rows.isBinary) {
        weight = weight.unsqueeze(1).expand_as(rows.scores);
    } else {
        const at::Tensor isNoClass =
            rows.target.lt(0).logical_or(rows.target.ge(rows.columnCount()));
        weight = weight.masked_fill(isNoClass, 0.0);
        isNan = isNan.any(1);
    }
    return weight.masked_fill(isNan.logical_and(weight.ne(0.0)),
                              std::numeric_limits<double>::quiet_NaN());
}

} // namespace core
