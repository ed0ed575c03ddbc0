// Errors of numbers. Training thread.
#pragma once

#include "core/model/metrics/sum_metric.h"

namespace core {

// "mae", "mse", "rmse" and "r2" of outputs and targets of one shape, [batch] or [batch, outputs
// ...]. Several outputs: the mean over all numbers; rmse is the root of that mse (scikit-learn's
// root_mean_squared_error is the mean of the outputs' roots); r2 is the mean of the outputs' r2. It
// is NaN where the targets of an output do not vary, as scikit-learn's r2_score with
// force_finite=False.
class RegressionErrors final : public SumMetric {
public:
    // `scales`: what errors of each output are multiplied with, to be in the unit of the data;
    // empty: 1, and any number of outputs. Of r2 it changes nothing.
    RegressionErrors(std::vector<MetricReport> reports, std::vector<double> scales)
        : SumMetric(std::move(reports)), m_scales(std::move(scales)) {}

    bool update(const MetricBatch& batch) override;
    void appendResults(Metrics& metrics) const override;

protected:
    void join(std::vector<double>& sums, const std::vector<double>& others) const override;

private:
    double value(const std::string& metric, const std::vector<double>& sums) const;

    std::vector<double> m_scales;
};

} // namespace core
