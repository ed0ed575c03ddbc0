#include "ui/plots/series_cache.h"

namespace ui {

SeriesCache::SeriesCache(const QString& workspaceFolder, QObject* parent, size_t byteLimit)
    : QObject(parent), m_reader(new SeriesReader(workspaceFolder, m_newest, byteLimit)) {
    m_reader->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_reader, &QObject::deleteLater);
    connect(m_reader, &SeriesReader::finished, this, &SeriesCache::onFinished);
    connect(m_reader, &SeriesReader::failed, this, &SeriesCache::failed);
    connect(m_reader, &SeriesReader::tagsRead, this,
            [this](const QString& runId, const QStringList& tags) {
                if (!m_request.runs.contains(runId)) return;
                m_tags[runId] = tags;
                Q_EMIT tagsChanged(runId);
            });
    connect(m_reader, &SeriesReader::seriesRead, this, [this](const SeriesPointer& series) {
        if (!m_request.runs.contains(series->runId)) return;
        m_series[series->runId][series->tag] = series;
        Q_EMIT seriesChanged(series->runId, series->tag);
    });
    m_thread.setObjectName(QStringLiteral("series reader"));
    m_thread.start(QThread::LowPriority);
}

SeriesCache::~SeriesCache() {
    ++*m_newest;
    m_thread.quit();
    m_thread.wait();
}

void SeriesCache::request(const ReadRequest& request) {
    m_request = request;
    m_tags.removeIf([&](const auto& it) { return !request.runs.contains(it.key()); });
    m_series.removeIf([&](const auto& it) { return !request.runs.contains(it.key()); });
    ++*m_newest;
    send();
}

void SeriesCache::refresh() {
    if (m_isReading)
        m_isStale = true;
    else
        send();
}

void SeriesCache::send() {
    m_isReading = true;
    m_isStale = false;
    QMetaObject::invokeMethod(m_reader, [reader = m_reader, number = m_newest->load(),
                                         request = m_request] { reader->read(number, request); });
}

void SeriesCache::onFinished(int number) {
    if (number != m_newest->load()) return; // a newer request is on its way
    m_isReading = false;
    if (m_isStale)
        send();
    else
        Q_EMIT caughtUp();
}

SeriesPointer SeriesCache::series(const QString& runId, const QString& tag) const {
    const auto run = m_series.constFind(runId);
    return run == m_series.constEnd() ? nullptr : run->value(tag);
}

} // namespace ui
