#include "core/model/metrics/regression_errors.h"

#include <cmath>
#include <limits>

#include <ATen/ATen.h>

namespace core {
namespace {

// The sums, each of all outputs: weight, |e|, e^2, mean of y, and sum of (y - mean)^2, with e =
// output - target and y the target. The last two are joined as by Chan, Golub, LeVeque 1979, since
// a mere sum of y^2 loses all digits where y varies little around a large mean.
constexpr size_t kSums = 5;

// One output's column of the sums.
struct Column {
    double weight = 0.0, absolute = 0.0, squared = 0.0, mean = 0.0, spread = 0.0;

    void add(const Column& other) {
        if (other.weight == 0.0) return;
        const double all = weight + other.weight, step = other.mean - mean;
        spread += other.spread + step * step * weight * other.weight / all;
        mean += step * other.weight / all;
        absolute += other.absolute;
        squared += other.squared;
        weight = all;
    }
};

Column readColumn(const double* sums, size_t outputs, size_t i) {
    return {sums[i], sums[outputs + i], sums[2 * outputs + i], sums[3 * outputs + i],
            sums[4 * outputs + i]};
}

void writeColumn(const Column& column, double* sums, size_t outputs, size_t i) {
    sums[i] = column.weight;
    sums[outputs + i] = column.absolute;
    sums[2 * outputs + i] = column.squared;
    sums[3 * outputs + i] = column.mean;
    sums[4 * outputs + i] = column.spread;
}

// Output and target [rows, outputs]; weight float64 [rows] or undefined.
struct Rows {
    at::Tensor output, target, weight;

    bool canLoop() const {
        return output.is_cpu() && target.is_cpu() && output.scalar_type() == at::kFloat &&
               target.scalar_type() == at::kFloat && (!weight.defined() || weight.is_cpu());
    }
};

at::Tensor asRows(const at::Tensor& tensor) {
    return tensor.dim() == 2 ? tensor : tensor.dim() == 1 ? tensor.unsqueeze(1) : tensor.flatten(1);
}

Column columnOf(const Rows& rows, int64_t i) {
    const auto output = rows.output.accessor<float, 2>();
    const auto target = rows.target.accessor<float, 2>();
    const double* weights = rows.weight.defined() ? rows.weight.data_ptr<double>() : nullptr;
    Column column;
    for (int64_t row = 0; row < output.size(0); ++row) {
        const double weight = weights ? weights[row] : 1.0;
        if (weight == 0.0) continue;
        const double y = target[row][i], error = output[row][i] - y;
        column.weight += weight;
        column.absolute += weight * std::abs(error);
        column.squared += weight * error * error;
        column.mean += weight * y;
    }
    column.mean /= column.weight;
    for (int64_t row = 0; row < output.size(0); ++row) {
        const double weight = weights ? weights[row] : 1.0;
        const double distance = target[row][i] - column.mean;
        if (weight != 0.0) column.spread += weight * distance * distance;
    }
    return column;
}

void addRows(const Rows& rows, double* sums) {
    const auto outputs = static_cast<size_t>(rows.output.size(1));
    for (size_t i = 0; i < outputs; ++i) {
        Column column = readColumn(sums, outputs, i);
        column.add(columnOf(rows, static_cast<int64_t>(i)));
        writeColumn(column, sums, outputs, i);
    }
}

// The same, in operations that do not wait for the device.
void addRowsOnDevice(const Rows& rows, at::Tensor& sums) {
    constexpr double kTiny = std::numeric_limits<double>::min(); // instead of no weight at all
    at::Tensor y = rows.target.to(at::kDouble), error = rows.output.to(at::kDouble) - y;
    at::Tensor weight = at::ones_like(y);
    if (rows.weight.defined()) {
        weight = rows.weight.unsqueeze(1).expand_as(y);
        y = y.masked_fill(weight.eq(0.0), 0.0); // NaN of a sample that does not count
        error = error.masked_fill(weight.eq(0.0), 0.0);
    }
    const at::Tensor added = weight.sum(0);
    const at::Tensor mean = (weight * y).sum(0) / added.clamp_min(kTiny);
    const at::Tensor spread = (weight * (y - mean).square()).sum(0);
    const at::Tensor all = sums.view({static_cast<int64_t>(kSums), -1});
    const at::Tensor share = added / (all[0] + added).clamp_min(kTiny);
    const at::Tensor step = mean - all[3];
    all[4].add_(spread + step.square() * all[0] * share);
    all[3].add_(step * share);
    all[2].add_((weight * error.square()).sum(0));
    all[1].add_((weight * error.abs()).sum(0));
    all[0].add_(added);
}

// Whether what is left of the targets around their mean is more than rounding.
bool varies(const Column& column) {
    return !(column.spread <= 1e-28 * column.weight * column.mean * column.mean);
}

} // namespace

bool RegressionErrors::update(const MetricBatch& batch) {
    const at::NoGradGuard noGrad;
    const auto& [output, target, weight] = batch;
    if (!output.is_floating_point() || output.dim() == 0 || output.sizes() != target.sizes() ||
        (weight.defined() && (weight.dim() != 1 || weight.size(0) != output.size(0))))
        return false;
    Rows rows = {asRows(output), asRows(target), {}};
    const int64_t outputs = rows.output.size(1);
    const int64_t count = static_cast<int64_t>(kSums) * outputs;
    if (!hasRoomFor(count) ||
        (!m_scales.empty() && static_cast<int64_t>(m_scales.size()) != outputs))
        return false;
    if (weight.defined()) rows.weight = weight.detach().to(at::kDouble).contiguous();
    at::Tensor& sums = sumsOn(output.device(), count);
    if (rows.canLoop())
        addRows(rows, sums.data_ptr<double>());
    else
        addRowsOnDevice(rows, sums);
    return true;
}

void RegressionErrors::appendResults(Metrics& metrics) const {
    const std::vector<double> sums = totals();
    if (sums.empty() || sums[0] == 0.0) return;
    for (const MetricReport& report : reports())
        metrics.set(report.name, value(report.metric, sums), report.direction);
}

double RegressionErrors::value(const std::string& metric, const std::vector<double>& sums) const {
    const size_t outputs = sums.size() / kSums;
    double absolute = 0.0, squared = 0.0, weight = 0.0, determination = 0.0;
    for (size_t i = 0; i < outputs; ++i) {
        const Column column = readColumn(sums.data(), outputs, i);
        const double scale = m_scales.empty() ? 1.0 : m_scales[i];
        absolute += scale * column.absolute;
        squared += scale * scale * column.squared;
        weight += column.weight;
        determination += varies(column) ? 1.0 - column.squared / column.spread
                                        : std::numeric_limits<double>::quiet_NaN();
    }
    if (metric == "mae") return absolute / weight;
    if (metric == "mse") return squared / weight;
    if (metric == "rmse") return std::sqrt(squared / weight);
    return determination / static_cast<double>(outputs); // r2
}

void RegressionErrors::join(std::vector<double>& sums, const std::vector<double>& others) const {
    const size_t outputs = sums.size() / kSums;
    for (size_t i = 0; i < outputs; ++i) {
        Column column = readColumn(sums.data(), outputs, i);
        column.add(readColumn(others.data(), outputs, i));
        writeColumn(column, sums.data(), outputs, i);
    }
}

} // namespace core
