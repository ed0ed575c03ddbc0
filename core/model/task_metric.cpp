#include "core/model/task_metric.h"

#include <cmath>

#include <ATen/ATen.h>

#include "core/error.h"

namespace core {
namespace {

// Sums: correct, samples.
class Accuracy final : public TaskMetric {
public:
    Accuracy() : TaskMetric(2) {}

    void appendResults(Metrics& metrics) const override {
        const auto total = sums();
        if (total[1] > 0.0) metrics.set("accuracy", total[0] / total[1], Direction::Maximize);
    }

protected:
    bool fits(const at::Tensor& output, const at::Tensor& target) const override {
        return output.dim() == 2 && target.dim() == 1 && output.size(0) == target.size(0) &&
               target.scalar_type() == at::kLong;
    }

    void addOnCpu(const at::Tensor& output, const at::Tensor& target,
                  std::vector<double>& sums) const override {
        const auto scores = output.accessor<float, 2>();
        const auto wanted = target.accessor<int64_t, 1>();
        int64_t correct = 0;
        for (int64_t row = 0; row < scores.size(0); ++row) {
            int64_t best = 0;
            for (int64_t column = 1; column < scores.size(1); ++column)
                if (scores[row][column] > scores[row][best]) best = column;
            correct += best == wanted[row];
        }
        sums[0] += static_cast<double>(correct);
        sums[1] += static_cast<double>(scores.size(0));
    }

    at::Tensor deviceSums(const at::Tensor& output, const at::Tensor& target) const override {
        const at::Tensor correct = output.argmax(1).eq(target).to(at::kDouble);
        return at::stack({correct.sum(), at::ones_like(correct).sum()});
    }
};

// A logit above 0 says 1. Sums: correct, numbers.
class BinaryAccuracy final : public TaskMetric {
public:
    BinaryAccuracy() : TaskMetric(2) {}

    void appendResults(Metrics& metrics) const override {
        const auto total = sums();
        if (total[1] > 0.0) metrics.set("accuracy", total[0] / total[1], Direction::Maximize);
    }

protected:
    bool fits(const at::Tensor& output, const at::Tensor& target) const override {
        return output.sizes() == target.sizes() && output.dim() > 0;
    }

    void addOnCpu(const at::Tensor& output, const at::Tensor& target,
                  std::vector<double>& sums) const override {
        const at::Tensor batch = deviceSums(output, target);
        for (size_t i = 0; i < 2; ++i)
            sums[i] += batch.data_ptr<double>()[i];
    }

    at::Tensor deviceSums(const at::Tensor& output, const at::Tensor& target) const override {
        const at::Tensor correct = output.gt(0).eq(target.gt(0.5)).to(at::kDouble);
        return at::stack({correct.sum(), at::ones_like(correct).sum()});
    }
};

// Five sums per output: |e|, e^2, y, y^2 and the number of samples, with e = output - target in the
// target's own unit and y as the model sees it.
class RegressionMetric final : public TaskMetric {
public:
    explicit RegressionMetric(const DatasetInfo& info)
        : TaskMetric(5 * static_cast<size_t>(info.outputCount)),
          m_outputCount(info.outputCount),
          m_scale(info.targetScale) {
        m_scale.resize(static_cast<size_t>(info.outputCount), 1.0);
    }

    // R^2 is the mean over the outputs whose targets vary.
    void appendResults(Metrics& metrics) const override {
        const auto total = sums();
        double absolute = 0.0, squared = 0.0, count = 0.0, determination = 0.0, varying = 0.0;
        for (size_t i = 0; i < m_scale.size(); ++i) {
            const double* sum = &total[5 * i];
            absolute += m_scale[i] * sum[0];
            squared += m_scale[i] * m_scale[i] * sum[1];
            count += sum[4];
            const double spread = sum[4] > 0.0 ? sum[3] - sum[2] * sum[2] / sum[4] : 0.0;
            if (spread <= 1e-12 * sum[3]) continue;
            determination += 1.0 - sum[1] / spread;
            varying += 1.0;
        }
        if (count == 0.0) return;
        metrics.set("mae", absolute / count, Direction::Minimize);
        metrics.set("rmse", std::sqrt(squared / count), Direction::Minimize);
        if (varying > 0.0) metrics.set("r2", determination / varying, Direction::Maximize);
    }

protected:
    bool fits(const at::Tensor& output, const at::Tensor& target) const override {
        return output.dim() == 2 && output.sizes() == target.sizes() &&
               output.size(1) == m_outputCount;
    }

    void addOnCpu(const at::Tensor& output, const at::Tensor& target,
                  std::vector<double>& sums) const override {
        const auto guessed = output.accessor<float, 2>();
        const auto wanted = target.accessor<float, 2>();
        for (int64_t row = 0; row < guessed.size(0); ++row)
            for (int64_t column = 0; column < m_outputCount; ++column) {
                const double y = wanted[row][column];
                const double error = guessed[row][column] - y;
                double* sum = &sums[5 * static_cast<size_t>(column)];
                sum[0] += std::abs(error);
                sum[1] += error * error;
                sum[2] += y;
                sum[3] += y * y;
                sum[4] += 1.0;
            }
    }

    at::Tensor deviceSums(const at::Tensor& output, const at::Tensor& target) const override {
        const at::Tensor y = target.to(at::kDouble);
        const at::Tensor error = output.to(at::kDouble) - y;
        return at::stack({error.abs().sum(0), error.square().sum(0), y.sum(0), y.square().sum(0),
                          at::ones_like(y).sum(0)},
                         1)
            .flatten();
    }

private:
    int64_t m_outputCount;
    std::vector<double> m_scale;
};

} // namespace

std::unique_ptr<TaskMetric> TaskMetric::make(const DatasetInfo& info) {
    switch (info.task) {
        case Task::Regression:
            return std::make_unique<RegressionMetric>(info);
        case Task::Classification:
            return std::make_unique<Accuracy>();
        case Task::BinaryClassification:
            return std::make_unique<BinaryAccuracy>();
    }
    throw Error("The task of the data is not known");
}

void TaskMetric::update(const at::Tensor& output, const at::Tensor& target) {
    if (!fits(output, target)) return;
    const at::NoGradGuard noGrad;
    if (output.is_cpu() && target.is_cpu() && output.scalar_type() == at::kFloat &&
        (target.scalar_type() == at::kFloat || target.scalar_type() == at::kLong))
        return addOnCpu(output, target, m_sums);
    const at::Tensor batch = deviceSums(output, target);
    m_deviceSums = m_deviceSums.defined() ? m_deviceSums.add_(batch) : batch;
}

std::vector<double> TaskMetric::sums() const {
    std::vector<double> total = m_sums;
    if (!m_deviceSums.defined()) return total;
    const at::Tensor fetched = m_deviceSums.cpu();
    for (size_t i = 0; i < total.size(); ++i)
        total[i] += fetched.data_ptr<double>()[i];
    return total;
}

void TaskMetric::setSums(std::vector<double> sums) {
    if (sums.size() != m_sums.size())
        throw Error("The saved metrics are of another task or another number of outputs");
    m_sums = std::move(sums);
    m_deviceSums = at::Tensor();
}

void TaskMetric::reset() {
    std::fill(m_sums.begin(), m_sums.end(), 0.0);
    m_deviceSums = at::Tensor();
}

} // namespace core
