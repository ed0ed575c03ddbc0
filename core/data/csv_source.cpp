#include "core/data/csv_source.h"

#include <algorithm>
#include <set>

#include "core/data/split.h"
#include "core/data/table.h"
#include "core/data/table_encoder.h"
#include "core/data/target_encoder.h"
#include "core/data/tensor_dataset.h"
#include "core/error.h"

namespace core {
namespace {

constexpr size_t kMaxCategories = 1000; // features of one column; more is a mistake or text

std::string counted(int64_t count, const char* singular, const char* plural) {
    return std::to_string(count) + " " + (count == 1 ? singular : plural);
}

class CsvSource {
public:
    CsvSource(const Params& params, uint64_t seed)
        : m_params(params),
          m_seed(seed),
          m_table(readTable(CsvFile(params.text("path"), csvDelimiter(params.text("delimiter"))),
                            csvHeaderLine(params.text("header")))) {}

    DataSplit make() {
        noteHeader();
        chooseTarget();
        chooseFeatures();
        keepRows();
        TargetEncoder target(m_table.path, *m_target, m_rows, m_params.text("task"));
        m_result.notes.insert(m_result.notes.end(), target.notes().begin(), target.notes().end());
        return encode(target, splitKeptRows(target));
    }

private:
    Error problem(const std::string& text) const { return Error(m_table.path + ": " + text); }

    const TableColumn& columnNamed(const std::string& name) const {
        const auto count =
            std::count_if(m_table.columns.begin(), m_table.columns.end(),
                          [&](const TableColumn& column) { return column.name == name; });
        if (count == 0)
            throw problem("there is no column \"" + name + "\". " + columnsText(columnNames()));
        if (count > 1) throw problem("more than one column has the name \"" + name + "\".");
        return *m_table.find(name);
    }

    std::vector<std::string> columnNames() const {
        std::vector<std::string> names;
        for (const TableColumn& column : m_table.columns)
            names.push_back(column.name);
        return names;
    }

    void noteHeader() {
        if (m_table.hasHeader || m_params.text("header") == "no") return;
        m_result.notes.push_back(
            "The first line holds numbers alone, so it is taken as data and the columns are "
            "named column 1, column 2 ...");
    }

    void chooseTarget() {
        const std::string& name = m_params.text("target");
        m_target = name.empty() ? &m_table.columns.back() : &columnNamed(name);
    }

    void chooseFeatures() {
        std::set<const TableColumn*> ignored;
        for (const std::string& name : csvNames(m_params.text("ignore")))
            ignored.insert(&columnNamed(name));
        if (ignored.count(m_target))
            throw problem("the target column \"" + m_target->name +
                          "\" is among the columns to leave out.");
        for (const TableColumn& column : m_table.columns) {
            if (&column == m_target || ignored.count(&column)) continue;
            if (column.missingCount == m_table.rowCount) {
                m_result.notes.push_back("Column \"" + column.name +
                                         "\" is empty and was left out.");
                continue;
            }
            requireFewCategories(column);
            m_features.push_back(&column);
        }
        if (m_features.empty())
            throw problem("there is no column to learn from beside the target \"" + m_target->name +
                          "\". Check the delimiter.");
    }

    void requireFewCategories(const TableColumn& column) const {
        if (column.isNumber || column.categories.size() <= kMaxCategories) return;
        throw problem("column \"" + column.name + "\" holds " +
                      std::to_string(column.categories.size()) + " different texts, such as \"" +
                      excerpt(column.categories.front()) +
                      "\", which is too many for categories. Leave it out.");
    }

    // All rows, or those that miss nothing where rows with missing values are dropped.
    void keepRows() {
        const std::string& missing = m_params.text("missing");
        if (missing == "error") requireNothingMissing();
        for (int64_t row = 0; row < m_table.rowCount; ++row) {
            bool isKept = !m_target->isMissing(row);
            if (missing == "drop")
                for (const TableColumn* column : m_features)
                    isKept = isKept && !column->isMissing(row);
            if (isKept) m_rows.push_back(row);
        }
        const auto dropped = m_table.rowCount - static_cast<int64_t>(m_rows.size());
        if (m_rows.empty()) throw problem("every row has a missing value, so none is left.");
        if (dropped > 0)
            m_result.notes.push_back(counted(dropped, "row", "rows") +
                                     " with missing values left out of " +
                                     std::to_string(m_table.rowCount) + ".");
    }

    void requireNothingMissing() const {
        std::vector<const TableColumn*> used = m_features;
        used.push_back(m_target);
        const TableColumn* first = nullptr;
        int64_t count = 0;
        for (const TableColumn* column : used) {
            count += column->missingCount;
            if (column->missingCount &&
                (!first || column->firstMissingLine < first->firstMissingLine))
                first = column;
        }
        if (!first) return;
        throw Error(m_table.path + ", line " + std::to_string(first->firstMissingLine) +
                    ", column \"" + first->name + "\": the value is missing (" +
                    counted(count, "missing value", "missing values") +
                    " in all). Fill it in, or set \"Missing values\" to drop or mean.");
    }

    RowSplit splitKeptRows(const TargetEncoder& target) {
        const double fraction = m_params.real("validation");
        const auto count = static_cast<int64_t>(m_rows.size());
        RowSplit split = target.task() == Task::Classification
                             ? splitByClass(target.classesOf(m_rows), fraction, m_seed)
                             : splitRows(count, fraction, m_seed);
        for (int64_t& row : split.train)
            row = m_rows[static_cast<size_t>(row)];
        for (int64_t& row : split.validation)
            row = m_rows[static_cast<size_t>(row)];
        if (fraction > 0.0 && split.validation.empty())
            m_result.notes.push_back("There are too few rows to set any aside for validation.");
        return split;
    }

    DataSplit encode(TargetEncoder& target, const RowSplit& split) {
        const bool standardize = m_params.flag("standardize");
        const TableEncoder encoder(m_features, split.train, standardize);
        for (const std::string& name : encoder.constantColumns())
            m_result.notes.push_back("Column \"" + name +
                                     "\" has one value in all training rows, so nothing can be "
                                     "learned from it.");
        if (standardize) target.standardize(split.train);
        DatasetInfo info;
        info.featureNames = encoder.featureNames();
        info.inputShape = {static_cast<int64_t>(info.featureNames.size())};
        target.describe(info);
        const auto part = [&](const std::vector<int64_t>& rows) {
            return std::make_shared<TensorDataset>(info, encoder.encode(rows), target.encode(rows));
        };
        m_result.train = part(split.train);
        if (!split.validation.empty()) m_result.validation = part(split.validation);
        return std::move(m_result);
    }

    const Params& m_params;
    const uint64_t m_seed;
    const Table m_table;
    const TableColumn* m_target = nullptr;
    std::vector<const TableColumn*> m_features;
    std::vector<int64_t> m_rows; // kept ones
    DataSplit m_result;
};

} // namespace

DataSplit makeCsvData(const Params& params, uint64_t seed) {
    return CsvSource(params, seed).make();
}

} // namespace core
