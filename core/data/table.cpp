#include "core/data/table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_map>

#include "core/error.h"

namespace core {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

// What the first reading of the file finds out about a column.
struct ColumnSurvey {
    int64_t numbers = 0;
    int64_t texts = 0;
    std::string firstText;
    int64_t firstTextLine = 0;
};

class TableReader {
public:
    TableReader(const CsvFile& file, HeaderLine header) : m_file(file), m_header(header) {}

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
        CsvHeader header = csvHeader(cells, m_file.delimiter(), m_header);
        m_table.hasHeader = header.isInFile;
        m_surveys.resize(cells.size());
        for (std::string& name : header.names)
            m_table.columns.emplace_back().name = std::move(name);
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
            if (isMissingCell(cells[i])) continue;
            if (csvNumber(cells[i], m_file.delimiter())) {
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
        const bool isMissing = isMissingCell(cell);
        if (isMissing && ++column.missingCount == 1) column.firstMissingLine = line;
        if (column.isNumber) {
            column.numbers.push_back(
                isMissing ? kMissing : csvNumber(cell, m_file.delimiter()).value_or(kMissing));
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

Table readTable(const CsvFile& file, HeaderLine header) {
    return TableReader(file, header).read();
}

} // namespace core
