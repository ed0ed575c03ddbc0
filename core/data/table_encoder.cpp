#include "core/data/table_encoder.h"

#include <cmath>

#include <ATen/Functions.h>

namespace core {

TableEncoder::TableEncoder(std::vector<const TableColumn*> columns,
                           const std::vector<int64_t>& trainRows, bool standardize) {
    for (const TableColumn* column : columns) {
        if (!column->isNumber) {
            for (size_t code = 0; code < column->categories.size(); ++code) {
                m_features.push_back({column, static_cast<int32_t>(code), 0.0, 0.0, 1.0});
                m_names.push_back(column->name + "=" + column->categories[code]);
            }
            continue;
        }
        const Statistics statistics = statisticsOf(*column, trainRows);
        const bool isConstant = statistics.deviation == 0.0;
        if (isConstant) m_constant.push_back(column->name);
        Feature feature{column, 0, statistics.mean, 0.0, 1.0};
        if (standardize) {
            feature.shift = statistics.mean;
            if (!isConstant) feature.scale = statistics.deviation;
        }
        m_features.push_back(feature);
        m_names.push_back(column->name);
    }
}

double TableEncoder::Feature::value(int64_t row) const {
    const auto index = static_cast<size_t>(row);
    if (!column->isNumber) return column->codes[index] == category ? 1.0 : 0.0;
    const double number = column->numbers[index];
    return ((std::isnan(number) ? mean : number) - shift) / scale;
}

at::Tensor TableEncoder::encode(const std::vector<int64_t>& rows) const {
    const auto width = static_cast<int64_t>(m_features.size());
    at::Tensor encoded = at::empty({static_cast<int64_t>(rows.size()), width}, at::kFloat);
    float* out = encoded.data_ptr<float>();
    for (int64_t row : rows)
        for (const Feature& feature : m_features)
            *out++ = static_cast<float>(feature.value(row));
    return encoded;
}

Statistics statisticsOf(const TableColumn& column, const std::vector<int64_t>& rows) {
    // Welford 1962: one pass, and exact where the mean is large against the deviation.
    double mean = 0.0;
    double squares = 0.0;
    double count = 0.0;
    for (int64_t row : rows) {
        const double number = column.numbers[static_cast<size_t>(row)];
        if (std::isnan(number)) continue;
        count += 1.0;
        const double difference = number - mean;
        mean += difference / count;
        squares += difference * (number - mean);
    }
    return {mean, count > 0.0 ? std::sqrt(squares / count) : 0.0};
}

} // namespace core
