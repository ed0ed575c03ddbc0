#include "core/model/metrics/class_sums.h"

#include <cmath>

#include <ATen/ATen.h>

namespace core {
namespace {

// Of each row, [rows]; class 0 where there is none, which then has no weight.
at::Tensor wantedClass(const ScoreRows& rows) {
    return rows.target.clamp(0, rows.columnCount() - 1);
}

at::Tensor scoreOfWanted(const at::Tensor& scores, const ScoreRows& rows) {
    return scores.gather(1, wantedClass(rows).unsqueeze(1));
}

} // namespace

bool MeanOfRows::update(const MetricBatch& batch) {
    const at::NoGradGuard noGrad;
    const auto rows = classRows(batch);
    if (!rows) return false;
    const at::Tensor weight = countedWeights(*rows);
    const at::Tensor part = (valueOfRows(*rows) * weight).masked_fill(weight.eq(0.0), 0.0);
    sumsOn(weight.device(), 2).add_(at::stack({part.sum(), weight.sum()}));
    return true;
}

void MeanOfRows::appendResults(Metrics& metrics) const {
    const std::vector<double> sums = totals();
    if (sums.empty() || sums[1] == 0.0) return;
    for (const MetricReport& report : reports())
        metrics.set(report.name, result(sums[0] / sums[1]), report.direction);
}

at::Tensor TopK::valueOfRows(const ScoreRows& rows) const {
    const at::Tensor score = scoreOfWanted(rows.scores, rows);
    const at::Tensor number = at::arange(rows.columnCount(), rows.target.options());
    const at::Tensor comesFirst = number.lt(wantedClass(rows).unsqueeze(1));
    const at::Tensor isBetter =
        rows.scores.gt(score).logical_or(rows.scores.eq(score).logical_and(comesFirst));
    return isBetter.sum(1).lt(m_k).to(at::kDouble);
}

at::Tensor Perplexity::valueOfRows(const ScoreRows& rows) const {
    return -scoreOfWanted(rows.scores.to(at::kDouble).log_softmax(1), rows).squeeze(1);
}

double Perplexity::result(double mean) const {
    return std::exp(mean);
}

bool ConfusionMatrix::update(const MetricBatch& batch) {
    const at::NoGradGuard noGrad;
    const auto rows = classRows(batch);
    if (!rows) return false;
    const int64_t classes = rows->columnCount();
    if (!hasRoomFor(classes * classes)) return false;
    const at::Tensor weight = countedWeights(*rows);
    const at::Tensor predicted = rows->scores.argmax(1).masked_fill(weight.isnan(), 0);
    sumsOn(weight.device(), classes * classes)
        .index_add_(0, wantedClass(*rows) * classes + predicted, weight);
    return true;
}

at::Tensor ConfusionMatrix::matrix() const {
    const std::vector<double> sums = totals();
    if (sums.empty()) return {};
    const auto classes = static_cast<int64_t>(std::llround(std::sqrt(sums.size())));
    return at::tensor(sums, at::kDouble).view({classes, classes});
}

} // namespace core
