#include "core/run/feed_backlog.h"

namespace core {
namespace {

// Points of one transaction: enough to be fast, few enough to be done in about 2 ms.
constexpr size_t kPointsInBatch = 1000;

} // namespace

WriteBatch& FeedBacklog::openBatch() {
    Rows* last = m_pieces.empty() ? nullptr : std::get_if<Rows>(&m_pieces.back());
    if (!last || last->isResolved || last->batch.points.size() >= kPointsInBatch) {
        m_pieces.emplace_back(Rows{});
        last = &std::get<Rows>(m_pieces.back());
    }
    return last->batch;
}

void FeedBacklog::add(const ScalarPoint& point) {
    openBatch().points.push_back({point.series, point});
    ++m_pointCount;
}

void FeedBacklog::add(FeedMessage&& message) {
    if (auto* event = std::get_if<EventRow>(&message))
        openBatch().events.push_back(std::move(*event));
    else if (auto* line = std::get_if<LogRow>(&message))
        openBatch().logLines.push_back(std::move(*line));
    else if (auto* progress = std::get_if<Progress>(&message))
        openBatch().progress = std::move(*progress);
    else if (auto* series = std::get_if<SeriesMessage>(&message))
        m_pieces.emplace_back(std::move(*series));
    else if (auto* segment = std::get_if<SegmentMessage>(&message))
        m_pieces.emplace_back(*segment);
    else if (auto* checkpoint = std::get_if<CheckpointRecord>(&message))
        m_pieces.emplace_back(std::move(*checkpoint));
    else
        m_pieces.emplace_back(std::move(std::get<RemovedCheckpointMessage>(message)));
}

void FeedBacklog::clear() {
    m_pieces.clear();
    m_pointCount = 0;
}

void FeedBacklog::writeFirst(Store& store) {
    std::visit([&](auto& piece) { write(store, piece); }, m_pieces.front());
    if (const Rows* rows = std::get_if<Rows>(&m_pieces.front()))
        m_pointCount -= static_cast<int64_t>(rows->batch.points.size());
    m_pieces.pop_front();
}

void FeedBacklog::write(Store& store, Rows& rows) {
    if (!rows.isResolved) {
        for (WriteBatch::Point& point : rows.batch.points)
            point.seriesId = m_seriesIds.at(static_cast<size_t>(point.seriesId));
        rows.isResolved = true;
    }
    if (m_segment == 0 && !rows.batch.points.empty())
        m_segment = store.beginSegment(m_runId, m_fromStep);
    store.write(m_runId, m_segment, rows.batch);
}

void FeedBacklog::write(Store& store, const SeriesMessage& message) {
    m_seriesIds.push_back(store.ensureSeries(m_runId, message.key));
}

void FeedBacklog::write(Store& store, const SegmentMessage& message) {
    m_segment = store.beginSegment(m_runId, message.fromStep);
}

void FeedBacklog::write(Store& store, const CheckpointRecord& checkpoint) {
    store.addCheckpoint(m_runId, checkpoint);
}

void FeedBacklog::write(Store& store, const RemovedCheckpointMessage& message) {
    store.removeCheckpoint(m_runId, message.path);
}

} // namespace core
