#include "core/model/metrics/class_counts.h"

#include <cmath>
#include <limits>

#include <ATen/ATen.h>

namespace core {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// The sums of n classes: right, predicted and wanted of each class, then the weight of all rows. Of
// n outputs of yes and no: the same of each output's yes, then the weight of all answers and of
// those that were right, yes or no. So the two never have equally many.
int64_t sumCount(const ScoreRows& rows) {
    return 3 * rows.columnCount() + (rows.isBinary ? 2 : 1);
}
bool areBinary(const std::vector<double>& sums) {
    return sums.size() % 3 == 2;
}

void addClassRows(const ScoreRows& rows, double* sums) {
    const auto scores = rows.scores.accessor<float, 2>();
    const auto target = rows.target.accessor<int64_t, 1>();
    const double* weights = rows.weightPointer();
    const int64_t classes = rows.columnCount();
    for (int64_t row = 0; row < rows.rowCount(); ++row) {
        const int64_t wanted = target[row];
        double weight = weights ? weights[row] : 1.0;
        if (wanted < 0 || wanted >= classes || weight == 0.0) continue;
        const auto score = scores[row];
        int64_t best = 0;
        float highest = -std::numeric_limits<float>::infinity();
        for (int64_t column = 0; column < classes; ++column) {
            if (score[column] <= highest) continue; // never so of a NaN
            if (std::isnan(score[column]))
                weight = kNan;
            else
                highest = score[best = column];
        }
        if (best == wanted) sums[wanted] += weight;
        sums[classes + best] += weight;
        sums[2 * classes + wanted] += weight;
        sums[3 * classes] += weight;
    }
}

void addBinaryRows(const ScoreRows& rows, double* sums) {
    const auto scores = rows.scores.accessor<float, 2>();
    const auto target = rows.target.accessor<float, 2>();
    const double* weights = rows.weightPointer();
    const int64_t outputs = rows.columnCount();
    for (int64_t row = 0; row < rows.rowCount(); ++row)
        for (int64_t i = 0; i < outputs; ++i) {
            double weight = weights ? weights[row] : 1.0;
            if (weight == 0.0) continue;
            const bool isNan = std::isnan(scores[row][i]); // makes all counts of the output NaN
            const bool isWanted = isNan || target[row][i] > 0.5f;
            const bool isPredicted = isNan || scores[row][i] > 0.0f;
            if (isNan) weight = kNan;
            if (isWanted && isPredicted) sums[i] += weight;
            if (isPredicted) sums[outputs + i] += weight;
            if (isWanted) sums[2 * outputs + i] += weight;
            sums[3 * outputs] += weight;
            if (isWanted == isPredicted) sums[3 * outputs + 1] += weight;
        }
}

// Without an operation that waits for the device, and with a fixed order of addition on a GPU when
// deterministic algorithms are asked for.
void addClassRowsOnDevice(const ScoreRows& rows, at::Tensor& sums) {
    const int64_t classes = rows.columnCount();
    const at::Tensor weight = countedWeights(rows);
    const at::Tensor wanted = rows.target.clamp(0, classes - 1);
    const at::Tensor predicted = rows.scores.argmax(1);
    const at::Tensor right = weight.masked_fill(predicted.ne(wanted), 0.0);
    sums.index_add_(0, at::cat({wanted, predicted + classes, wanted + 2 * classes}),
                    at::cat({right, weight, weight}));
    sums.narrow(0, 3 * classes, 1).add_(weight.sum());
}

void addBinaryRowsOnDevice(const ScoreRows& rows, at::Tensor& sums) {
    const at::Tensor weight = countedWeights(rows);
    const at::Tensor isNan = weight.isnan();
    const at::Tensor isNotWanted = rows.target.gt(0.5).logical_or(isNan).logical_not();
    const at::Tensor isNotPredicted = rows.scores.gt(0.0).logical_or(isNan).logical_not();
    const at::Tensor predicted = weight.masked_fill(isNotPredicted, 0.0);
    const at::Tensor wanted = weight.masked_fill(isNotWanted, 0.0);
    const at::Tensor right = predicted.masked_fill(isNotWanted, 0.0);
    const at::Tensor correct = weight.masked_fill(isNotWanted.ne(isNotPredicted), 0.0);
    sums.add_(at::cat({right.sum(0), predicted.sum(0), wanted.sum(0), weight.sum().view({1}),
                       correct.sum().view({1})}));
}

double quotient(double part, double whole) {
    return whole == 0.0 ? 0.0 : part / whole;
}

struct Counts {
    double right = 0.0, predicted = 0.0, wanted = 0.0;

    double value(const std::string& quantity) const {
        if (quantity == "precision") return quotient(right, predicted);
        if (quantity == "recall") return quotient(right, wanted);
        return quotient(2.0 * right, predicted + wanted); // f1
    }
    bool occurs() const { return predicted != 0.0 || wanted != 0.0; }
};

class Totals {
public:
    explicit Totals(const std::vector<double>& sums) : m_isBinary(areBinary(sums)) {
        const size_t classes = sums.size() / 3;
        for (size_t i = 0; i < classes; ++i) {
            m_classes.push_back({sums[i], sums[classes + i], sums[2 * classes + i]});
            m_all.right += sums[i];
            m_all.predicted += sums[classes + i];
            m_all.wanted += sums[2 * classes + i];
        }
        m_weight = sums[3 * classes];
        m_correct = m_isBinary ? sums.back() : m_all.right;
    }

    double weight() const { return m_weight; }
    double value(const std::string& metric) const {
        if (metric == "accuracy") return m_correct / m_weight;
        const size_t underscore = metric.find('_');
        const std::string quantity = metric.substr(0, underscore);
        if (underscore == std::string::npos) return macro(quantity);
        return metric.substr(underscore) == "_micro" ? m_all.value(quantity) : weighted(quantity);
    }

private:
    double macro(const std::string& quantity) const {
        double sum = 0.0, count = 0.0;
        for (const Counts& counts : m_classes) {
            if (!m_isBinary && !counts.occurs()) continue;
            sum += counts.value(quantity);
            count += 1.0;
        }
        return quotient(sum, count);
    }
    double weighted(const std::string& quantity) const {
        double sum = 0.0;
        for (const Counts& counts : m_classes)
            sum += counts.wanted * counts.value(quantity);
        return quotient(sum, m_all.wanted);
    }

    std::vector<Counts> m_classes;
    Counts m_all;
    double m_weight = 0.0;
    double m_correct = 0.0;
    bool m_isBinary;
};

} // namespace

bool ClassCounts::update(const MetricBatch& batch) {
    const at::NoGradGuard noGrad;
    const auto rows = scoreRows(batch);
    if (!rows || !hasRoomFor(sumCount(*rows))) return false;
    at::Tensor& sums = sumsOn(rows->scores.device(), sumCount(*rows));
    if (rows->canLoop())
        (rows->isBinary ? addBinaryRows : addClassRows)(*rows, sums.data_ptr<double>());
    else
        (rows->isBinary ? addBinaryRowsOnDevice : addClassRowsOnDevice)(*rows, sums);
    return true;
}

void ClassCounts::appendResults(Metrics& metrics) const {
    const std::vector<double> sums = totals();
    if (sums.empty()) return;
    const Totals counted(sums);
    if (counted.weight() == 0.0) return;
    for (const MetricReport& report : reports())
        metrics.set(report.name, counted.value(report.metric), report.direction);
}

} // namespace core
