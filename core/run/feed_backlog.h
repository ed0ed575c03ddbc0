// What waits to be written, in order, in pieces of one transaction each. A piece that the database
// refuses stays and is tried again. Writer thread only.
#pragma once

#include <deque>
#include <string>
#include <variant>
#include <vector>

#include "core/run/feed_queue.h"
#include "core/store/store.h"

namespace core {

class FeedBacklog {
public:
    // `fromStep`: see LiveFeed.
    FeedBacklog(std::string runId, int64_t fromStep)
        : m_runId(std::move(runId)), m_fromStep(fromStep) {}

    void add(const ScalarPoint& point);
    void add(FeedMessage&& message);

    bool empty() const { return m_pieces.empty(); }
    int64_t pointCount() const { return m_pointCount; }
    void clear();

    // Writes the first piece in one transaction and forgets it. Throws what Store throws; then the
    // piece is still there.
    void writeFirst(Store& store);

private:
    struct Rows {
        WriteBatch batch;
        bool isResolved = false; // points have the store's series ids instead of the sink's
    };
    using Piece = std::variant<Rows, SeriesMessage, SegmentMessage, CheckpointRecord,
                               RemovedCheckpointMessage>;

    WriteBatch& openBatch();
    void write(Store& store, Rows& rows);
    void write(Store& store, const SeriesMessage& message);
    void write(Store& store, const SegmentMessage& message);
    void write(Store& store, const CheckpointRecord& checkpoint);
    void write(Store& store, const RemovedCheckpointMessage& message);

    std::string m_runId;
    int64_t m_fromStep;
    int64_t m_segment = 0; // 0: none has been begun
    std::vector<int64_t> m_seriesIds;
    std::deque<Piece> m_pieces;
    int64_t m_pointCount = 0;
};

} // namespace core
