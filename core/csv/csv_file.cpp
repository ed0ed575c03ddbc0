#include "core/csv/csv_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <limits>

#include <csv.h>

#include "core/error.h"

namespace core {
namespace {

constexpr size_t kBlock = 1 << 16;
constexpr int64_t kMostOfGlance = 1 << 20; // a quote that is never closed must not cost more

std::ifstream openFile(const std::string& path) {
    if (path.empty()) throw Error("No CSV file is chosen. Enter the path of one.");
    if (std::filesystem::is_directory(path))
        throw Error("Cannot read " + path + ": it is a folder. Choose a CSV file in it.");
    std::ifstream file(path, std::ios::binary);
    if (!file) throw Error("Cannot read " + path + ": " + std::strerror(errno) + ".");
    return file;
}

void refuseOtherFormats(const std::string& path, const std::string& head) {
    const auto begins = [&](const char* magic) { return head.rfind(magic, 0) == 0; };
    std::string kind;
    if (begins("PK\x03\x04")) kind = "an Excel workbook or a zip archive";
    if (begins("\x1f\x8b")) kind = "compressed with gzip";
    if (begins("\xff\xfe") || begins("\xfe\xff")) kind = "text in UTF-16";
    if (kind.empty() && head.find('\0') != std::string::npos) kind = "not text";
    if (!kind.empty())
        throw Error("Cannot read " + path + " as CSV: it is " + kind +
                    ". Save it as CSV in UTF-8 and choose that file.");
}

// Length of the character of UTF-8 that `text` begins with; 0: it is none. Follows RFC 3629.
size_t characterLength(std::string_view text) {
    const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return 1;
    const size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
    for (size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xc0) != 0x80) return 0;
    const bool isTooLong = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xf0 && byte(1) < 0x90);
    const bool isNone = (first == 0xed && byte(1) > 0x9f) || (first == 0xf4 && byte(1) > 0x8f);
    return isTooLong || isNone ? 0 : length;
}

bool isUtf8(std::string_view text) {
    while (!text.empty()) {
        const size_t length = characterLength(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

// How often `delimiter` stands outside quotes in each line of the text.
std::vector<int> countPerLine(std::string_view text, char delimiter, char lineEnd) {
    std::vector<int> counts(1, 0);
    bool isQuoted = false;
    for (char c : text) {
        if (c == '"') isQuoted = !isQuoted;
        if (isQuoted) continue;
        if (c == delimiter) ++counts.back();
        if (c == lineEnd) counts.push_back(0);
    }
    return counts;
}

// The candidate found most often in the first line among those found equally often in the lines
// after it; a text without any is one column.
char sniffDelimiter(std::string_view head, char lineEnd) {
    char best = ',';
    int bestScore = 0;
    for (char candidate : {',', ';', '\t'}) {
        const std::vector<int> counts = countPerLine(head, candidate, lineEnd);
        const size_t lines = std::clamp<size_t>(counts.size() - 1, 1, 20); // the last may be cut
        const auto same = std::count(counts.begin(), counts.begin() + lines, counts.front());
        const bool isEven = static_cast<size_t>(same) == lines;
        const int score = counts.front() * (isEven ? 1000 : 1);
        if (score > bestScore) {
            best = candidate;
            bestScore = score;
        }
    }
    return best;
}

// Gathers what libcsv reports: cells in one buffer, then the end of the record.
struct RecordCollector {
    const CsvFile::Receiver& record;
    std::string text;
    std::vector<size_t> ends;
    CsvFile::Cells cells;
    int64_t line = 1;
    int64_t firstLine = 1; // of the record that is being read
    bool hasEnded = false; // since the parser last looked
    bool isEnough = false; // the receiver wants no more
    std::exception_ptr error;

    void addCell(const char* cell, size_t length) {
        text.append(cell, length);
        ends.push_back(text.size());
    }

    // libcsv is C: nothing may be thrown through it.
    void endRecord() noexcept {
        if (!error) try {
                cells.clear();
                size_t begin = 0;
                for (size_t end : ends) {
                    cells.push_back(std::string_view(text).substr(begin, end - begin));
                    begin = end;
                }
                isEnough = !record(cells, firstLine);
            } catch (...) {
                error = std::current_exception();
            }
        text.clear();
        ends.clear();
        hasEnded = true;
    }
};

void onCell(void* cell, size_t length, void* collector) {
    static_cast<RecordCollector*>(collector)->addCell(static_cast<const char*>(cell), length);
}

void onRecord(int, void* collector) {
    static_cast<RecordCollector*>(collector)->endRecord();
}

// libcsv's parser, fed line by line so that errors can name the line.
class LineParser {
public:
    LineParser(RecordCollector& collector, char delimiter) : m_collector(collector) {
        // Not strict: a quote inside an unquoted cell is a character like any other.
        if (csv_init(&m_parser, 0) != 0) throw Error("Out of memory");
        csv_set_delim(&m_parser, static_cast<unsigned char>(delimiter));
    }
    ~LineParser() { csv_free(&m_parser); }
    LineParser(const LineParser&) = delete;
    LineParser& operator=(const LineParser&) = delete;

    void parse(const char* text, size_t length, bool endsLine) {
        if (csv_parse(&m_parser, text, length, onCell, onRecord, &m_collector) != length)
            throw Error(csv_strerror(csv_error(&m_parser)));
        rethrow();
        if (m_collector.hasEnded)
            m_isInRecord = false;
        else if (std::string_view(text, length).find_first_not_of(" \t\r\n") != std::string::npos)
            m_isInRecord = true; // a quoted line end
        m_collector.hasEnded = false;
        if (!endsLine) return;
        ++m_collector.line;
        if (!m_isInRecord) m_collector.firstLine = m_collector.line;
    }

    // False: a quote is open.
    bool finish() {
        csv_set_opts(&m_parser, CSV_STRICT | CSV_STRICT_FINI);
        const bool isClosed = csv_fini(&m_parser, onCell, onRecord, &m_collector) == 0;
        rethrow();
        return isClosed;
    }

private:
    void rethrow() {
        if (m_collector.error) std::rethrow_exception(m_collector.error);
    }
    csv_parser m_parser;
    RecordCollector& m_collector;
    bool m_isInRecord = false;
};

} // namespace

CsvFile::CsvFile(std::string path, char delimiter)
    : m_path(std::move(path)), m_delimiter(delimiter) {
    std::ifstream file = openFile(m_path);
    std::string head(kBlock, '\0');
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<size_t>(file.gcount()));
    refuseOtherFormats(m_path, head);
    if (head.rfind("\xef\xbb\xbf", 0) == 0) m_start = 3;
    if (head.find_first_not_of(" \t\r\n", static_cast<size_t>(m_start)) == std::string::npos)
        throw Error("The file " + m_path + " is empty.");
    if (head.find('\n') == std::string::npos && head.find('\r') != std::string::npos)
        m_lineEnd = '\r';
    if (!m_delimiter)
        m_delimiter =
            sniffDelimiter(std::string_view(head).substr(static_cast<size_t>(m_start)), m_lineEnd);
}

void CsvFile::forEachRecord(const std::function<void(const Cells&, int64_t line)>& record) const {
    const auto goingOn = [&](const Cells& cells, int64_t line) {
        record(cells, line);
        return true;
    };
    read(goingOn, std::numeric_limits<int64_t>::max());
}

std::vector<std::vector<std::string>> CsvFile::firstRecords(size_t count) const {
    std::vector<std::vector<std::string>> records;
    const auto few = [&](const Cells& cells, int64_t) {
        records.emplace_back(cells.begin(), cells.end());
        return records.size() < count;
    };
    read(few, kMostOfGlance);
    return records;
}

void CsvFile::read(const Receiver& record, int64_t byteLimit) const {
    std::ifstream file = openFile(m_path);
    file.seekg(m_start);
    const Receiver checked = [&](const Cells& cells, int64_t line) {
        if (!std::all_of(cells.begin(), cells.end(), isUtf8))
            throw Error("Cannot read " + m_path + " as CSV: line " + std::to_string(line) +
                        " holds letters of another encoding than UTF-8, such as Latin-1. Save it "
                        "as CSV in UTF-8 and choose that file.");
        return record(cells, line);
    };
    RecordCollector collector{checked, {}, {}, {}, 1, 1, false, false, nullptr};
    LineParser parser(collector, m_delimiter);
    std::string block(kBlock, '\0');
    int64_t byteCount = 0;
    do {
        if (byteCount >= byteLimit) return;
        file.read(block.data(), static_cast<std::streamsize>(block.size()));
        byteCount += file.gcount();
        const char* at = block.data();
        const char* end = at + file.gcount();
        while (at < end) {
            const void* found = std::memchr(at, m_lineEnd, static_cast<size_t>(end - at));
            const char* next = found ? static_cast<const char*>(found) + 1 : end;
            parser.parse(at, static_cast<size_t>(next - at), found != nullptr);
            if (collector.isEnough) return;
            at = next;
        }
    } while (file);
    if (file.bad()) throw Error("Cannot read " + m_path + ": " + std::strerror(errno) + ".");
    if (!parser.finish())
        throw Error(m_path + ", line " + std::to_string(collector.firstLine) +
                    ": a quote is opened and never closed. Add the missing \" there.");
}

} // namespace core
