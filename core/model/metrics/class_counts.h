// Accuracy, precision, recall and F1, of classes or of outputs that are yes or no: all come from
// how often each class was right, predicted and wanted. Training thread.
#pragma once

#include "core/model/metrics/score_rows.h"
#include "core/model/metrics/sum_metric.h"

namespace core {

// A class is predicted where its score is the highest, the first of equals; yes where the logit is
// above 0.
//
//   precision = right / predicted   recall = right / wanted   f1 = 2 right / (predicted + wanted)
//
// As scikit-learn's precision_recall_fscore_support with zero_division=0: a quotient of 0 and 0 is
// 0, such as the precision of a class that was never predicted. The plain name is the mean over the
// classes ("macro"), where a class that is neither wanted nor predicted does not count (outputs of
// yes and no all count); "_micro" joins the counts of all classes first; "_weighted" is the mean
// weighted by how often a class is wanted.
class ClassCounts final : public SumMetric {
public:
    using SumMetric::SumMetric;

    bool update(const MetricBatch& batch) override;
    void appendResults(Metrics& metrics) const override;
};

} // namespace core
