#include "core/run/csv_validation.h"

#include <algorithm>

#include "core/csv/csv_header.h"
#include "core/run/param_json.h"

namespace core {
namespace {

using Records = std::vector<std::vector<std::string>>;

class CsvCheck {
public:
    CsvCheck(const Params& data, std::vector<Problem>& problems)
        : m_data(data),
          m_problems(problems),
          m_file(data.text("path"), csvDelimiter(data.text("delimiter"))),
          m_records(m_file.firstRecords(2)) {}

    std::string check() {
        if (m_records.empty()) return {};
        const CsvFile::Cells first(m_records[0].begin(), m_records[0].end());
        m_header = csvHeader(first, m_file.delimiter(), csvHeaderLine(m_data.text("header")));
        const std::string& target = m_data.text("target");
        if (!target.empty() && !requireColumn("data.target", target)) return {};
        const std::string targetName = target.empty() ? m_header.names.back() : target;
        for (const std::string& name : csvNames(m_data.text("ignore"))) {
            if (name == targetName)
                m_problems.push_back({"data.ignore", "names the target column \"" + name + "\""});
            else
                requireColumn("data.ignore", name);
        }
        return taskOf(targetName);
    }

private:
    bool requireColumn(const std::string& field, const std::string& name) {
        const auto count = std::count(m_header.names.begin(), m_header.names.end(), name);
        if (count == 1) return true;
        const std::string nearest = nearestName(name, m_header.names);
        m_problems.push_back(
            {field, count > 1 ? "more than one column has the name \"" + name + "\""
                              : "there is no column \"" + name + "\". " +
                                    (nearest.empty() ? columnsText(m_header.names)
                                                     : "Did you mean \"" + nearest + "\"?")});
        return false;
    }

    // Text in the first row is a class; a number may be either.
    std::string taskOf(const std::string& target) const {
        const std::string& chosen = m_data.text("task");
        if (chosen != "auto") return chosen;
        const size_t row = m_header.isInFile ? 1 : 0;
        const auto at =
            static_cast<size_t>(std::find(m_header.names.begin(), m_header.names.end(), target) -
                                m_header.names.begin());
        if (row >= m_records.size() || at >= m_records[row].size()) return {};
        const std::string& cell = m_records[row][at];
        const bool isText = !isMissingCell(cell) && !csvNumber(cell, m_file.delimiter());
        return isText ? "classification" : "";
    }

    const Params& m_data;
    std::vector<Problem>& m_problems;
    const CsvFile m_file;
    const Records m_records;
    CsvHeader m_header;
};

} // namespace

std::string checkCsv(const Params& data, std::vector<Problem>& problems) {
    try {
        return CsvCheck(data, problems).check();
    } catch (const Error& error) { // no CSV file at all
        problems.push_back({"data.path", error.what()});
        return {};
    }
}

} // namespace core
