// Reads curves from the database on a thread of its own and prepares them for drawing, so that the
// window never waits. Lives in the thread of SeriesCache, which is the only user.
#pragma once

#include "core/store/store.h"
#include "ui/plots/series_data.h"

#include <QtCore/QHash>
#include <QtCore/QObject>
#include <QtCore/QSet>
#include <QtCore/QStringList>
#include <QtCore/QTimer>

#include <atomic>
#include <map>
#include <memory>
#include <optional>

namespace ui {

// What the window wants to see.
struct ReadRequest {
    QHash<QString, double> runs; // run id -> steps per epoch (0: not known)
    QSet<QString> tags;
    CurveOptions options;
};

class SeriesReader : public QObject {
    Q_OBJECT

public:
    // `newest` is the number of the newest request; reading for an older one is given up. Series of
    // runs that are no longer wanted are kept for their return as long as all of them take less
    // than `byteLimit`.
    SeriesReader(const QString& workspaceFolder, std::shared_ptr<std::atomic<int>> newest,
                 size_t byteLimit);

    void read(int number, const ReadRequest& request);
    size_t bytes() const;

Q_SIGNALS:
    void tagsRead(const QString& runId, const QStringList& tags);
    void seriesRead(const ui::SeriesPointer& series);
    void finished(int number); // all of the request was read, or it was given up
    void failed(const QString& message);

private:
    using Key = std::pair<QString, QString>; // run id, tag
    struct Entry {
        SeriesPointer data;
        int64_t lastSeq = 0;
        int64_t lastUse = 0;
        std::vector<core::SegmentRecord> segments;
    };

    void poll(); // other programs write, too
    void readAll();
    void readRun(const QString& runId);
    void readSeries(const QString& runId, const core::SeriesRecord& record,
                    const std::vector<core::SegmentRecord>& segments);
    SeriesPointer updated(Entry& entry, const Key& key, int64_t seriesId);
    bool isGivenUp() const { return m_number != m_newest->load(); }
    void trim();

    QString m_folder;
    std::shared_ptr<std::atomic<int>> m_newest;
    size_t m_byteLimit;
    std::unique_ptr<core::Store> m_store; // opened on first use, in the reader's thread
    QTimer m_poll;
    int64_t m_dataVersion = -1;
    int m_number = 0;
    ReadRequest m_request;
    std::map<Key, Entry> m_entries;
    QHash<QString, QStringList> m_sentTags;
    std::map<Key, SeriesPointer> m_sent; // what the window has
    int64_t m_useCount = 0;
};

} // namespace ui
