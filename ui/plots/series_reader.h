// Reads curves from the database on a thread of its own and prepares them for drawing, so that the
// window never waits. Lives in the thread of SeriesCache, which is the only user.
#pragma once

#include "core/store/store.h"
#include "ui/plots/request_box.h"

#include <QtCore/QObject>
#include <QtCore/QStringList>
#include <QtCore/QTimer>

#include <map>
#include <memory>

namespace ui {

class SeriesReader : public QObject {
    Q_OBJECT

public:
    // Takes its requests from `box`. Series of runs that are no longer wanted are kept for their
    // return as long as all of them take less than `byteLimit`.
    SeriesReader(const QString& workspaceFolder, std::shared_ptr<RequestBox> box, size_t byteLimit);

    void read(); // what the box asks for; given up when it asks for something newer meanwhile
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
    void tellFailure(const std::string& what);
    void readAll();
    void readRun(const QString& runId);
    void readSeries(const QString& runId, const core::SeriesRecord& record,
                    const std::vector<core::SegmentRecord>& segments);
    SeriesPointer updated(Entry& entry, const Key& key, int64_t seriesId);
    bool isGivenUp() const { return m_request.number != m_box->newest(); }
    void trim();

    QString m_folder;
    std::shared_ptr<RequestBox> m_box;
    size_t m_byteLimit;
    std::unique_ptr<core::Store> m_store; // opened on first use, in the reader's thread
    QTimer m_poll;
    int64_t m_dataVersion = -1;
    ReadRequest m_request;
    std::map<Key, Entry> m_entries;
    QHash<QString, QStringList> m_sentTags;
    std::map<Key, SeriesPointer> m_sent; // what the window has
    int64_t m_useCount = 0;
    std::string m_failure; // told last; not told again until reading has worked
};

} // namespace ui
