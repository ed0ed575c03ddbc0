// Further metrics of classes that are sums over the samples: top k, perplexity, and the confusion
// matrix. Training thread.
#pragma once

#include "core/model/metrics/score_rows.h"
#include "core/model/metrics/sum_metric.h"

namespace core {

// The mean over the samples of what a derived class finds for each.
class MeanOfRows : public SumMetric {
public:
    using SumMetric::SumMetric;
    bool update(const MetricBatch& batch) override;
    void appendResults(Metrics& metrics) const override;

protected:
    virtual at::Tensor valueOfRows(const ScoreRows& rows) const = 0; // [rows]; targets are classes
    virtual double result(double mean) const { return mean; }
};

// "top<k>": the share of samples whose class is among the k that score highest. Of equal scores the
// lower class comes first, so that top1 is the accuracy (scikit-learn's top_k_accuracy_score
// prefers the higher one).
class TopK final : public MeanOfRows {
public:
    TopK(std::vector<MetricReport> reports, int64_t k) : MeanOfRows(std::move(reports)), m_k(k) {}

protected:
    at::Tensor valueOfRows(const ScoreRows& rows) const override;

private:
    int64_t m_k;
};

// exp of the mean cross-entropy in nats, over all targets: the tokens of texts, for a model of
// language.
class Perplexity final : public MeanOfRows {
public:
    using MeanOfRows::MeanOfRows;

protected:
    at::Tensor valueOfRows(const ScoreRows& rows) const override;
    double result(double mean) const override;
};

// How often each class was taken for each. Reports no number. Memory: 8 bytes x classes^2.
class ConfusionMatrix final : public SumMetric {
public:
    using SumMetric::SumMetric;
    bool update(const MetricBatch& batch) override;
    void appendResults(Metrics&) const override {}

    // float64 [wanted class, predicted class] on the CPU: whole numbers unless samples are
    // weighted. Undefined when nothing was counted. A sample with a score that is NaN makes its
    // class's count of class 0 NaN.
    at::Tensor matrix() const;
};

} // namespace core
