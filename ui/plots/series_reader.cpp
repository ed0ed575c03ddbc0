#include "ui/plots/series_reader.h"

#include "core/error.h"
#include "ui/plots/series_builder.h"

#include <algorithm>

namespace ui {
namespace {

constexpr int64_t kChunk = 50000; // points between two looks at whether to go on
constexpr int kPollMs = 1000;

bool sameCuts(const std::vector<core::SegmentRecord>& a,
              const std::vector<core::SegmentRecord>& b) {
    const size_t common = std::min(a.size(), b.size());
    for (size_t i = 0; i < common; ++i)
        if (a[i].segment != b[i].segment || a[i].cutStep != b[i].cutStep) return false;
    return b.size() >= a.size(); // a new session without a cut changes nothing drawn so far
}

} // namespace

SeriesReader::SeriesReader(const QString& workspaceFolder, std::shared_ptr<RequestBox> box,
                           size_t byteLimit)
    : m_folder(workspaceFolder), m_box(std::move(box)), m_byteLimit(byteLimit), m_poll(this) {
    m_poll.setInterval(kPollMs);
    connect(&m_poll, &QTimer::timeout, this, &SeriesReader::poll);
}

void SeriesReader::read() {
    const std::unique_ptr<ReadRequest> request = m_box->take();
    if (!request) return; // an earlier call has read it
    m_request = *request;
    const auto isUnwanted = [&](const QString& runId) {
        return !m_request.runs.contains(runId) || m_request.forgotten.contains(runId);
    };
    std::erase_if(m_sent, [&](const auto& sent) { return isUnwanted(sent.first.first); });
    m_sentTags.removeIf([&](const auto& sent) { return isUnwanted(sent.key()); });
    readAll();
    Q_EMIT finished(m_request.number);
    m_poll.start();
}

void SeriesReader::poll() {
    if (!m_store || m_request.runs.isEmpty()) return;
    try {
        if (m_store->dataVersion() == m_dataVersion) return;
    } catch (const core::Error& error) {
        tellFailure(error.what());
        return;
    }
    readAll();
}

void SeriesReader::tellFailure(const std::string& what) {
    if (what == m_failure) return;
    m_failure = what;
    Q_EMIT failed(QString::fromStdString(what));
}

void SeriesReader::readAll() {
    try {
        if (!m_store)
            m_store =
                std::make_unique<core::Store>(m_folder.toStdString(), core::Store::Mode::ReadOnly);
        m_dataVersion = m_store->dataVersion(); // first: what comes while reading is read again
        for (auto run = m_request.runs.keyBegin(); run != m_request.runs.keyEnd(); ++run) {
            if (isGivenUp()) return;
            readRun(*run);
        }
        trim();
        m_failure.clear();
    } catch (const core::Error& error) {
        tellFailure(error.what());
    }
}

void SeriesReader::readRun(const QString& runId) {
    const std::string id = runId.toStdString();
    const std::vector<core::SeriesRecord> records = m_store->series(id);
    QStringList tags;
    for (const core::SeriesRecord& record : records)
        tags.append(QString::fromStdString(record.tag));
    if (!m_sentTags.contains(runId) || m_sentTags[runId] != tags) {
        m_sentTags[runId] = tags;
        Q_EMIT tagsRead(runId, tags);
    }
    const std::vector<core::SegmentRecord> segments = m_store->segments(id);
    for (const core::SeriesRecord& record : records) {
        if (isGivenUp()) return;
        if (m_request.tags.contains(QString::fromStdString(record.tag)))
            readSeries(runId, record, segments);
    }
}

void SeriesReader::readSeries(const QString& runId, const core::SeriesRecord& record,
                              const std::vector<core::SegmentRecord>& segments) {
    const Key key{runId, QString::fromStdString(record.tag)};
    Entry& entry = m_entries[key];
    entry.lastUse = ++m_useCount;
    if (!sameCuts(entry.segments, segments)) entry = Entry{nullptr, 0, m_useCount, {}};
    entry.segments = segments;

    if (SeriesPointer newer = updated(entry, key, record.id)) entry.data = newer;
    SeriesPointer& sent = m_sent[key];
    if (sent == entry.data) return;
    sent = entry.data;
    Q_EMIT seriesRead(entry.data);
}

// The entry's curve with the rows that are new and the options that are wanted; nullptr: it is up
// to date.
SeriesPointer SeriesReader::updated(Entry& entry, const Key& key, int64_t seriesId) {
    const double stepsPerEpoch = m_request.runs.value(key.first);
    const bool fits =
        entry.data && entry.data->options == m_request.options &&
        (entry.data->options.xAxis != XAxis::Epoch || entry.data->stepsPerEpoch == stepsPerEpoch);
    std::vector<core::PointRow> rows = m_store->points(seriesId, entry.lastSeq, kChunk);
    if (fits && rows.empty()) return nullptr;

    auto data =
        entry.data ? std::make_shared<SeriesData>(*entry.data) : std::make_shared<SeriesData>();
    data->runId = key.first;
    data->tag = key.second;
    while (!rows.empty()) {
        appendRows(*data, rows, entry.segments);
        entry.lastSeq = rows.back().seq;
        const bool goOn = int64_t(rows.size()) == kChunk && !isGivenUp();
        rows =
            goOn ? m_store->points(seriesId, entry.lastSeq, kChunk) : std::vector<core::PointRow>();
    }
    if (fits)
        prepare(*data);
    else
        prepareAnew(*data, m_request.options, stepsPerEpoch);
    return data;
}

size_t SeriesReader::bytes() const {
    size_t sum = 0;
    for (const auto& [key, entry] : m_entries)
        if (entry.data) sum += entry.data->bytes();
    return sum;
}

void SeriesReader::trim() {
    size_t sum = bytes();
    while (sum > m_byteLimit) {
        auto oldest = m_entries.end();
        for (auto it = m_entries.begin(); it != m_entries.end(); ++it) {
            const bool isWanted = m_request.runs.contains(it->first.first) &&
                                  m_request.tags.contains(it->first.second);
            if (isWanted || !it->second.data) continue;
            if (oldest == m_entries.end() || it->second.lastUse < oldest->second.lastUse)
                oldest = it;
        }
        if (oldest == m_entries.end()) return; // the rest is on screen
        sum -= oldest->second.data->bytes();
        m_entries.erase(oldest);
    }
}

} // namespace ui
