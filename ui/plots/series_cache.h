// The curves the window shows: asks the reader thread for them and hands them out. GUI thread.
#pragma once

#include "ui/plots/series_reader.h"

#include <QtCore/QThread>

namespace ui {

class SeriesCache : public QObject {
    Q_OBJECT

public:
    static constexpr size_t kByteLimit = size_t(512) << 20;

    explicit SeriesCache(const QString& workspaceFolder, QObject* parent = nullptr,
                         size_t byteLimit = kByteLimit);
    ~SeriesCache() override; // gives up reading and joins the thread

    void request(const ReadRequest& request); // replaces the last one; its number is given here
    void refresh();                           // the database has news

    QStringList tags(const QString& runId) const { return m_tags.value(runId); }
    bool knowsTags(const QString& runId) const { return m_tags.contains(runId); }
    SeriesPointer series(const QString& runId, const QString& tag) const; // nullptr: not yet

Q_SIGNALS:
    void tagsChanged(const QString& runId);
    void seriesChanged(const QString& runId, const QString& tag);
    void caughtUp(); // all that was asked for is here
    void failed(const QString& message);
    void requestPut(); // to the reader

private:
    void send();
    void onFinished(int number);

    std::shared_ptr<RequestBox> m_box = std::make_shared<RequestBox>();
    QThread m_thread;
    SeriesReader* m_reader; // lives in m_thread, which deletes it
    ReadRequest m_request;
    bool m_isReading = false;
    bool m_isStale = false; // news came while reading
    QHash<QString, QStringList> m_tags;
    QHash<QString, QHash<QString, SeriesPointer>> m_series; // run id -> tag -> curve
};

} // namespace ui
