// A table read from a CSV file: a column is numbers or categories. A value; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/csv/csv_header.h"

namespace core {

struct TableColumn {
    std::string name;
    bool isNumber = true;
    std::vector<double> numbers; // one per row where isNumber; NaN: missing
    std::vector<int32_t> codes;  // one per row where not: index into categories; -1: missing
    std::vector<std::string> categories; // sorted
    int64_t missingCount = 0;
    int64_t firstMissingLine = 0; // of the file

    bool isMissing(int64_t row) const;
};

struct Table {
    std::string path; // for messages
    std::vector<TableColumn> columns;
    int64_t rowCount = 0;
    bool hasHeader = true;

    const TableColumn* find(const std::string& name) const; // nullptr when there is none
};

// Columns whose every cell is a number are numbers; others are categories. Empty cells, NA, N/A,
// NaN, null and ? are missing values. Throws Error with line and column when rows differ in length,
// when there are no rows, and when a few texts stand in a column of numbers.
Table readTable(const CsvFile& file, HeaderLine header);

} // namespace core
