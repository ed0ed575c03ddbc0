// How well scores order the samples: area under the ROC curve and average precision, exact.
// Training thread.
#pragma once

#include <vector>

#include "core/model/metrics/growing_tensor.h"
#include "core/model/metrics/score_rows.h"

namespace core {

struct ScoredSample {
    double score = 0.0;
    double weight = 1.0; // above 0
    bool isPositive = false;
};

// Samples of equal score are one point of the curves. NaN where it is not defined: the area without
// a positive or without a negative sample, the average precision without a positive one, and both
// when a score is NaN.
struct RankQuality {
    double auc = 0.0; // trapezoids: the chance that a positive scores above a negative, ties half
    double averagePrecision = 0.0; // sum of (recall_n - recall_(n-1)) precision_n
    double positives = 0.0;        // weight of the positive samples
};
RankQuality rankQuality(std::vector<ScoredSample> samples);

// "auc" and "average_precision", the mean over the classes, each against the rest, by the softmax
// of the scores, or over the outputs of yes and no; "auc_weighted", weighted by how many samples
// are of each. As scikit-learn's roc_auc_score (multi_class="ovr") and average_precision_score, but
// one class or output for which it is not defined makes the mean NaN.
//
// Keeps the scores until reset(), on their device: for each sample 4 bytes for each class or output
// (8 in float64) and 16, up to twice as much while memory grows. Not for the batches of training,
// whose scores come of different weights.
class Ranking final : public Metric {
public:
    using Metric::Metric;

    bool update(const MetricBatch& batch) override;
    void appendResults(Metrics& metrics) const override;
    void merge(const Metric& other) override;
    void reset() override { m_kept = {}; }
    void save(Archive& archive) const override;
    void load(const Archive& archive) override;

private:
    struct Kept {
        GrowingTensor scores;  // [rows, columns], float32 or float64
        GrowingTensor targets; // int64 [rows], or bool [rows, columns]
        GrowingTensor weights; // float64 [rows]
    };
    bool isLike(const at::Tensor& scores, const at::Tensor& targets) const;
    void keep(const at::Tensor& scores, const at::Tensor& targets, const at::Tensor& weights);

    Kept m_kept;
};

} // namespace core
