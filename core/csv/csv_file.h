// The records of a CSV file, one after the other, without holding the file in memory. Finds out the
// delimiter, skips a byte order mark, takes \n, \r\n and \r as line ends. One thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

class CsvFile {
public:
    using Cells = std::vector<std::string_view>;
    using Receiver = std::function<bool(const Cells&, int64_t line)>; // false: enough

    // delimiter: ',', ';', '\t', or 0 to find out. Throws Error when the file cannot be read, is
    // empty or is visibly no CSV.
    CsvFile(std::string path, char delimiter);

    // Calls `record` with the cells of each record and the line it begins in (from 1). Blank lines
    // are skipped, spaces around cells removed. Throws Error on a quote that is never closed and on
    // text that is not UTF-8.
    void forEachRecord(const std::function<void(const Cells&, int64_t line)>& record) const;

    // The cells of the first `count` records, or of fewer where there are no more; reads no
    // further, and never more than a megabyte.
    std::vector<std::vector<std::string>> firstRecords(size_t count) const;

    const std::string& path() const { return m_path; }
    char delimiter() const { return m_delimiter; }

private:
    void read(const Receiver& record, int64_t byteLimit) const;

    std::string m_path;
    char m_delimiter;
    char m_lineEnd = '\n';
    int m_start = 0; // bytes to skip: a byte order mark
};

} // namespace core
