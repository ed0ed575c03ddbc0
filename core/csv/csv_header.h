// What the first line of a CSV file says, and how its cells read: shared by who checks a config and
// who loads the data, so that both agree. Any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/csv/csv_file.h"

namespace core {

enum class HeaderLine { Find, Yes, No };

struct CsvHeader {
    bool isInFile = true;           // false: the first line is data already
    std::vector<std::string> names; // one per column; "column 3" where the file gives none
};
CsvHeader csvHeader(const CsvFile::Cells& firstRecord, char delimiter, HeaderLine choice);

// Where semicolons separate cells, a comma may be the decimal point. nullopt: not a finite number.
std::optional<double> csvNumber(std::string_view cell, char delimiter);
bool isMissingCell(std::string_view cell); // empty, NA, N/A, NaN, null and ?

// What the parameters of the data source mean (core/data/csv.json).
char csvDelimiter(const std::string& choice); // 0: to be found out
HeaderLine csvHeaderLine(const std::string& choice);
std::vector<std::string> csvNames(const std::string& list); // "id, name" -> {"id", "name"}

std::string excerpt(const std::string& cell);                   // its first letters, for messages
std::string columnsText(const std::vector<std::string>& names); // "The columns are a, b, …"

} // namespace core
