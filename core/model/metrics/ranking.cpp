#include "core/model/metrics/ranking.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.h"

namespace core {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// The samples of one class against the rest, or of one output.
std::vector<ScoredSample> samplesOf(const at::Tensor& scores, const at::Tensor& targets,
                                    const at::Tensor& weights, int64_t column) {
    const auto score = scores.accessor<double, 2>();
    const double* weight = weights.data_ptr<double>();
    const bool isBinary = targets.dim() == 2;
    std::vector<ScoredSample> samples;
    samples.reserve(static_cast<size_t>(scores.size(0)));
    for (int64_t row = 0; row < scores.size(0); ++row) {
        if (weight[row] == 0.0) continue;
        const bool isPositive = isBinary ? targets.accessor<bool, 2>()[row][column]
                                         : targets.data_ptr<int64_t>()[row] == column;
        samples.push_back({score[row][column], weight[row], isPositive});
    }
    return samples;
}

double mean(const std::vector<RankQuality>& columns, double RankQuality::*value, bool isWeighted) {
    double sum = 0.0, weight = 0.0;
    for (const RankQuality& column : columns) {
        const double share = isWeighted ? column.positives : 1.0;
        sum += share * column.*value;
        weight += share;
    }
    return sum / weight;
}

} // namespace

RankQuality rankQuality(std::vector<ScoredSample> samples) {
    for (const ScoredSample& sample : samples)
        if (std::isnan(sample.score)) return {kNan, kNan, kNan};
    std::sort(samples.begin(), samples.end(),
              [](const ScoredSample& a, const ScoredSample& b) { return a.score > b.score; });
    double positives = 0.0, negatives = 0.0; // weight of those that score at least as high
    double area = 0.0, precisions = 0.0;
    for (size_t i = 0; i < samples.size();) {
        const double score = samples[i].score;
        double newPositives = 0.0, newNegatives = 0.0;
        for (; i < samples.size() && samples[i].score == score; ++i)
            (samples[i].isPositive ? newPositives : newNegatives) += samples[i].weight;
        area += newNegatives * (positives + newPositives / 2.0);
        positives += newPositives;
        negatives += newNegatives;
        precisions += newPositives * positives / (positives + negatives);
    }
    // 0 / 0 is the NaN that is meant.
    return {area / (positives * negatives), precisions / positives, positives};
}

bool Ranking::isLike(const at::Tensor& scores, const at::Tensor& targets) const {
    const at::Tensor keptScores = m_kept.scores.rows(), keptTargets = m_kept.targets.rows();
    return !keptScores.defined() ||
           (keptScores.size(1) == scores.size(1) && keptTargets.dim() == targets.dim());
}

void Ranking::keep(const at::Tensor& scores, const at::Tensor& targets, const at::Tensor& weights) {
    m_kept.scores.append(scores.scalar_type() == at::kDouble ? scores : scores.to(at::kFloat));
    m_kept.targets.append(targets);
    m_kept.weights.append(weights);
}

bool Ranking::update(const MetricBatch& batch) {
    const at::NoGradGuard noGrad;
    const auto rows = scoreRows(batch);
    if (!rows) return false;
    const at::Tensor targets = rows->isBinary ? rows->target.gt(0.5) : rows->target;
    if (!isLike(rows->scores, targets)) return false;
    at::Tensor weights = rows->weight;
    if (!weights.defined())
        weights = at::ones({rows->rowCount()}, rows->scores.options().dtype(at::kDouble));
    if (!rows->isBinary) // a target that is no class is not counted
        weights =
            weights.masked_fill(targets.lt(0).logical_or(targets.ge(rows->columnCount())), 0.0);
    keep(rows->scores, targets, weights);
    return true;
}

void Ranking::appendResults(Metrics& metrics) const {
    if (m_kept.weights.empty()) return;
    const at::Tensor weights = m_kept.weights.rows().cpu();
    if (weights.sum().item<double>() == 0.0) return;
    const at::Tensor targets = m_kept.targets.rows().cpu();
    at::Tensor scores = m_kept.scores.rows().to(at::kCPU, at::kDouble);
    if (targets.dim() == 1) scores = scores.softmax(1);
    std::vector<RankQuality> columns;
    for (int64_t column = 0; column < scores.size(1); ++column)
        columns.push_back(rankQuality(samplesOf(scores, targets, weights, column)));
    for (const MetricReport& report : reports()) {
        const auto value = report.metric == "average_precision" ? &RankQuality::averagePrecision
                                                                : &RankQuality::auc;
        metrics.set(report.name, mean(columns, value, report.metric == "auc_weighted"),
                    report.direction);
    }
}

void Ranking::merge(const Metric& other) {
    const Kept& theirs = dynamic_cast<const Ranking&>(other).m_kept;
    if (theirs.weights.empty()) return;
    if (!isLike(theirs.scores.rows(), theirs.targets.rows()))
        throw Error("Metrics of another number of classes or outputs cannot be joined");
    keep(theirs.scores.rows(), theirs.targets.rows(), theirs.weights.rows());
}

void Ranking::save(Archive& archive) const {
    archive.write("is_empty", m_kept.weights.empty());
    if (m_kept.weights.empty()) return;
    archive.write("scores", m_kept.scores.rows());
    archive.write("targets", m_kept.targets.rows());
    archive.write("weights", m_kept.weights.rows());
}

void Ranking::load(const Archive& archive) {
    reset();
    if (archive.flag("is_empty")) return;
    keep(archive.tensor("scores"), archive.tensor("targets"), archive.tensor("weights"));
}

} // namespace core
