// Turns the column to predict into classes or numbers. One thread at a time while it is made.
#pragma once

#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

#include "core/data/dataset_info.h"
#include "core/data/table.h"
#include "core/error.h"

namespace core {

class TargetEncoder {
public:
    // rows: those of the column that are used, none of them missing. task: "auto", "regression" or
    // "classification". `file` begins the messages. Throws Error when the column does not fit the
    // task. The column must outlive the encoder.
    TargetEncoder(std::string file, const TableColumn& column, const std::vector<int64_t>& rows,
                  const std::string& task);

    Task task() const { return m_task; }
    const std::vector<std::string>& notes() const { return m_notes; }
    std::vector<int64_t> classesOf(const std::vector<int64_t>& rows) const;

    // Numbers: to mean 0 and deviation 1 over these rows. Classes stay as they are.
    void standardize(const std::vector<int64_t>& trainRows);
    void describe(DatasetInfo& info) const; // fills in what concerns the target
    // int64 [rows] of classes, or float32 [rows, 1].
    at::Tensor encode(const std::vector<int64_t>& rows) const;

private:
    Error problem(const std::string& text) const;
    std::vector<double> differentNumbers(const std::vector<int64_t>& rows, bool isGuess) const;
    void takeNumbersAsClasses(const std::vector<double>& sorted, const std::vector<int64_t>& rows);
    void takeCategories(const std::vector<int64_t>& rows);
    void requireClasses(const std::vector<int64_t>& rows) const;
    void noteLonelyClasses(const std::vector<int64_t>& rows);

    std::string m_file;
    const TableColumn& m_column;
    Task m_task = Task::Regression;
    std::vector<std::string> m_classNames;
    std::vector<int64_t> m_classes; // one per row of the table
    double m_mean = 0.0;
    double m_scale = 1.0;
    std::vector<std::string> m_notes;
};

} // namespace core
