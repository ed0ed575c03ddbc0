// Turns columns of a table into the numbers a model sees, by what the training rows say: means,
// deviations, categories. Const after it was made; any thread.
#pragma once

#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

#include "core/data/table.h"

namespace core {

class TableEncoder {
public:
    // The columns must outlive the encoder. Numbers give one feature, categories one each of 0 or
    // 1; a missing number becomes the mean of the training rows, a missing category none of them.
    TableEncoder(std::vector<const TableColumn*> columns, const std::vector<int64_t>& trainRows,
                 bool standardize);

    at::Tensor encode(const std::vector<int64_t>& rows) const; // float32 [rows, features]

    const std::vector<std::string>& featureNames() const { return m_names; } // "age", "color=red"
    const std::vector<std::string>& constantColumns() const { return m_constant; }

private:
    struct Feature {
        const TableColumn* column;
        int32_t category = 0; // of a column of categories
        double mean = 0.0;    // of the training rows: stands for what is missing
        double shift = 0.0;
        double scale = 1.0; // what the model sees is (number - shift) / scale
        double value(int64_t row) const;
    };
    std::vector<Feature> m_features;
    std::vector<std::string> m_names;
    std::vector<std::string> m_constant;
};

struct Statistics {
    double mean = 0.0;
    double deviation = 0.0; // divides by the number of values; 0: they are all equal, or none
};

// Of the numbers in these rows that are not missing.
Statistics statisticsOf(const TableColumn& column, const std::vector<int64_t>& rows);

} // namespace core
