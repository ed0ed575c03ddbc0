#include "core/csv/csv_header.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace core {
namespace {

bool equalsIgnoringCase(std::string_view text, std::string_view lower) {
    return text.size() == lower.size() &&
           std::equal(text.begin(), text.end(), lower.begin(), [](char a, char b) {
               return std::tolower(static_cast<unsigned char>(a)) == b;
           });
}

} // namespace

CsvHeader csvHeader(const CsvFile::Cells& firstRecord, char delimiter, HeaderLine choice) {
    const bool allNumbers =
        std::all_of(firstRecord.begin(), firstRecord.end(),
                    [&](std::string_view cell) { return csvNumber(cell, delimiter).has_value(); });
    CsvHeader header;
    header.isInFile = choice == HeaderLine::Yes || (choice == HeaderLine::Find && !allNumbers);
    for (std::string_view cell : firstRecord) {
        std::string& name = header.names.emplace_back();
        if (header.isInFile) name = cell;
        if (name.empty()) name = "column " + std::to_string(header.names.size());
    }
    return header;
}

std::optional<double> csvNumber(std::string_view cell, char delimiter) {
    std::string withPoint;
    if (const size_t comma = cell.find(','); delimiter == ';' && comma != std::string_view::npos) {
        withPoint = cell;
        withPoint[comma] = '.';
        cell = withPoint;
    }
    if (!cell.empty() && cell.front() == '+') cell.remove_prefix(1);
    double number = 0.0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
    if (error != std::errc() || end != cell.data() + cell.size()) return std::nullopt;
    if (!std::isfinite(number)) return std::nullopt;
    return number;
}

bool isMissingCell(std::string_view cell) {
    if (cell.empty() || cell == "?") return true;
    if (cell.size() > 4) return false;
    for (const char* word : {"na", "n/a", "nan", "null"})
        if (equalsIgnoringCase(cell, word)) return true;
    return false;
}

char csvDelimiter(const std::string& choice) {
    if (choice == "comma") return ',';
    if (choice == "semicolon") return ';';
    if (choice == "tab") return '\t';
    return 0;
}

HeaderLine csvHeaderLine(const std::string& choice) {
    if (choice == "yes") return HeaderLine::Yes;
    return choice == "no" ? HeaderLine::No : HeaderLine::Find;
}

std::vector<std::string> csvNames(const std::string& list) {
    std::vector<std::string> names;
    for (size_t begin = 0; begin <= list.size();) {
        const size_t end = std::min(list.find(',', begin), list.size());
        const size_t first = list.find_first_not_of(' ', begin);
        if (first < end) {
            const size_t last = list.find_last_not_of(' ', end - 1);
            names.push_back(list.substr(first, last - first + 1));
        }
        begin = end + 1;
    }
    return names;
}

std::string excerpt(const std::string& cell) {
    constexpr size_t kMost = 60;
    if (cell.size() <= kMost) return cell;
    size_t end = kMost;
    while (end > 0 && (static_cast<unsigned char>(cell[end]) & 0xc0) == 0x80)
        --end; // not within a letter of several bytes
    return cell.substr(0, end) + "…";
}

std::string columnsText(const std::vector<std::string>& names) {
    constexpr size_t kMost = 200; // letters
    std::string text;
    for (const std::string& name : names) {
        if (text.size() > kMost) return "The columns are " + text + ", …";
        text += (text.empty() ? "" : ", ") + excerpt(name);
    }
    return "The columns are " + text + (text.ends_with("…") ? "" : ".");
}

} // namespace core
