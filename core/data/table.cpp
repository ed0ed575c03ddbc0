#include "core/data/table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "core/error.h"

namespace core {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

bool equalsIgnoringCase(std::string_view text, std::string_view lower) {
    return text.size() == lower.size() &&
           std::equal(text.begin(), text.end(), lower.begin(), [](char a, char b) {
               return std::tolower(static_cast<unsigned char>(a)) == b;
           });
}

bool isMissingText(std::string_view cell) {
    if (cell.empty() || cell == "?") return true;
    if (cell.size() > 4) return false;
    for (const char* word : {"na", "n/a", "nan", "null"})
        if (equalsIgnoringCase(cell, word)) return true;
    return false;
}

// Where semicolons separate cells, a comma may be the decimal point.
std::optional<double> toNumber(std::string_view cell, bool allowComma) {
    std::string withPoint;
    if (const size_t comma = cell.find(','); allowComma && comma != std::string_view::npos) {
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

// What the first reading of the file finds out about a column.
struct ColumnSurvey {
    int64_t numbers = 0;
    int64_t texts = 0;
    std::string firstText;
    int64_t firstTextLine = 0;
};

class TableReader {
public:
    TableReader(const CsvFile& file, HeaderLine header)
        : m_file(file), m_header(header), m_allowComma(file.delimiter() == ';') {}

    Table read() {
        m_table.path = m_file.path();
        m_file.forEachRecord([this](const CsvFile::Cells& cells, int64_t line) {
            if (m_table.columns.empty())
                beginTable(cells);
            else
                survey(cells, line);
        });
        if (!m_table.hasHeader) ++m_rowCount;
        if (m_rowCount == 0)
            throw Error("The file " + m_file.path() + " has a header line and no rows under it.");
        decideTypes();
        fill();
        return std::move(m_table);
    }

private:
    void beginTable(const CsvFile::Cells& cells) {
        const bool allNumbers = std::all_of(cells.begin(), cells.end(), [this](auto cell) {
            return toNumber(cell, m_allowComma).has_value();
        });
        m_table.hasHeader =
            m_header == HeaderLine::Yes || (m_header == HeaderLine::Find && !allNumbers);
        m_surveys.resize(cells.size());
        for (size_t i = 0; i < cells.size(); ++i) {
            TableColumn& column = m_table.columns.emplace_back();
            if (m_table.hasHeader) column.name = cells[i];
            if (column.name.empty()) column.name = "column " + std::to_string(i + 1);
        }
        if (!m_table.hasHeader) surveyCells(cells, 1);
    }

    void survey(const CsvFile::Cells& cells, int64_t line) {
        if (cells.size() != m_table.columns.size())
            throw Error(m_file.path() + ", line " + std::to_string(line) + ": there are " +
                        std::to_string(cells.size()) + " cells where the first line has " +
                        std::to_string(m_table.columns.size()) +
                        ". Check for a missing or an extra delimiter or quote.");
        ++m_rowCount;
        surveyCells(cells, line);
    }

    void surveyCells(const CsvFile::Cells& cells, int64_t line) {
        for (size_t i = 0; i < cells.size(); ++i) {
            ColumnSurvey& survey = m_surveys[i];
            if (isMissingText(cells[i])) continue;
            if (toNumber(cells[i], m_allowComma)) {
                ++survey.numbers;
            } else if (++survey.texts == 1) {
                survey.firstText = excerpt(std::string(cells[i]));
                survey.firstTextLine = line;
            }
        }
    }

    void decideTypes() {
        for (size_t i = 0; i < m_surveys.size(); ++i) {
            const ColumnSurvey& survey = m_surveys[i];
            TableColumn& column = m_table.columns[i];
            column.isNumber = survey.texts == 0;
            // A handful of texts among many numbers is a mistake in the file, not a category each.
            if (survey.texts > 0 && survey.numbers >= 9 * survey.texts)
                throw Error(m_file.path() + ", line " + std::to_string(survey.firstTextLine) +
                            ", column \"" + column.name + "\": \"" + survey.firstText +
                            "\" is not a number, but " + std::to_string(survey.numbers) +
                            " other cells of the column are. Correct it, empty the cell, or leave "
                            "the column out.");
            if (column.isNumber)
                column.numbers.reserve(static_cast<size_t>(m_rowCount));
            else
                column.codes.reserve(static_cast<size_t>(m_rowCount));
        }
        m_lookups.resize(m_surveys.size());
    }

    void fill() {
        bool isHeader = m_table.hasHeader;
        m_file.forEachRecord([&](const CsvFile::Cells& cells, int64_t line) {
            if (!isHeader) addRow(cells, line);
            isHeader = false;
        });
        for (TableColumn& column : m_table.columns)
            if (!column.isNumber) sortCategories(column);
    }

    void addRow(const CsvFile::Cells& cells, int64_t line) {
        if (cells.size() != m_table.columns.size())
            throw Error("The file " + m_file.path() + " changed while it was read. Start again.");
        ++m_table.rowCount;
        for (size_t i = 0; i < cells.size(); ++i)
            addCell(m_table.columns[i], m_lookups[i], cells[i], line);
    }

    void addCell(TableColumn& column, std::unordered_map<std::string, int32_t>& lookup,
                 std::string_view cell, int64_t line) {
        const bool isMissing = isMissingText(cell);
        if (isMissing && ++column.missingCount == 1) column.firstMissingLine = line;
        if (column.isNumber) {
            column.numbers.push_back(isMissing ? kMissing
                                               : toNumber(cell, m_allowComma).value_or(kMissing));
        } else if (isMissing) {
            column.codes.push_back(-1);
        } else {
            const auto [entry, isNew] = lookup.try_emplace(
                std::string(cell), static_cast<int32_t>(column.categories.size()));
            if (isNew) column.categories.emplace_back(cell);
            column.codes.push_back(entry->second);
        }
    }

    // So that codes depend on the categories, not on the order of the rows.
    static void sortCategories(TableColumn& column) {
        std::vector<int32_t> order(column.categories.size());
        std::iota(order.begin(), order.end(), 0);
        std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
            return column.categories[static_cast<size_t>(a)] <
                   column.categories[static_cast<size_t>(b)];
        });
        std::vector<int32_t> rank(order.size());
        std::vector<std::string> sorted;
        for (int32_t old : order) {
            rank[static_cast<size_t>(old)] = static_cast<int32_t>(sorted.size());
            sorted.push_back(std::move(column.categories[static_cast<size_t>(old)]));
        }
        column.categories = std::move(sorted);
        for (int32_t& code : column.codes)
            if (code >= 0) code = rank[static_cast<size_t>(code)];
    }

    const CsvFile& m_file;
    const HeaderLine m_header;
    const bool m_allowComma;
    Table m_table;
    int64_t m_rowCount = 0;
    std::vector<ColumnSurvey> m_surveys;
    std::vector<std::unordered_map<std::string, int32_t>> m_lookups; // text -> code
};

} // namespace

bool TableColumn::isMissing(int64_t row) const {
    const auto index = static_cast<size_t>(row);
    return isNumber ? std::isnan(numbers[index]) : codes[index] < 0;
}

const TableColumn* Table::find(const std::string& name) const {
    for (const TableColumn& column : columns)
        if (column.name == name) return &column;
    return nullptr;
}

std::string Table::columnNames() const {
    std::string names;
    for (const TableColumn& column : columns) {
        if (names.size() > 200) return names + " ...";
        names += (names.empty() ? "" : ", ") + excerpt(column.name);
    }
    return names;
}

std::string excerpt(const std::string& cell) {
    constexpr size_t kMost = 60;
    if (cell.size() <= kMost) return cell;
    size_t end = kMost;
    while (end > 0 && (static_cast<unsigned char>(cell[end]) & 0xc0) == 0x80)
        --end; // not within a letter of several bytes
    return cell.substr(0, end) + "...";
}

Table readTable(const CsvFile& file, HeaderLine header) {
    return TableReader(file, header).read();
}

} // namespace core
