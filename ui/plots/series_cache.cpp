#include "ui/plots/series_cache.h"

#include <utility>

namespace ui {

SeriesCache::SeriesCache(const QString& workspaceFolder, QObject* parent, size_t byteLimit)
    : QObject(parent), m_reader(new SeriesReader(workspaceFolder, m_box, byteLimit)) {
    m_reader->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_reader, &QObject::deleteLater);
    connect(this, &SeriesCache::requestPut, m_reader, &SeriesReader::read);
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
    m_box->giveUp();
    m_thread.quit();
    m_thread.wait();
}

void SeriesCache::request(const ReadRequest& request) {
    const ReadRequest last = std::exchange(m_request, request);
    m_request.number = last.number + 1;
    for (auto run = last.runs.keyBegin(); run != last.runs.keyEnd(); ++run)
        if (!request.runs.contains(*run)) m_request.forgotten.insert(*run);
    m_tags.removeIf([&](const auto& it) { return !request.runs.contains(it.key()); });
    m_series.removeIf([&](const auto& it) { return !request.runs.contains(it.key()); });
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
    m_box->put(m_request);
    m_request.forgotten.clear();
    Q_EMIT requestPut();
}

void SeriesCache::onFinished(int number) {
    if (number != m_request.number) return; // a newer request is on its way
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
