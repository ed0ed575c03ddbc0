// Store: series, their points and what is kept about them.
#include <unordered_map>

#include "core/store/clock.h"
#include "core/store/connection.h"
#include "core/store/history_rows.h"
#include "core/store/metric_rows.h"
#include "core/store/series_writer.h"
#include "core/store/store.h"

namespace core {
namespace {

void writePoints(Connection& connection, int64_t segment,
                 const std::vector<WriteBatch::Point>& points) {
    std::unordered_map<int64_t, SeriesWriter> writers;
    for (const auto& [seriesId, point] : points)
        writers.try_emplace(seriesId, connection, seriesId, segment).first->second.append(point);
    for (auto& [seriesId, writer] : writers)
        writer.finish();
}

void writeProgress(Connection& connection, const std::string& runId, const Progress& progress) {
    Query(connection,
          "UPDATE run SET heartbeat_ms = ?, epoch = ?, epoch_count = ?, step = ?, total_steps = ?, "
          "steps_per_epoch = ?, seconds = ? WHERE id = ?",
          nowMs(), progress.epoch, progress.epochCount, progress.step, progress.totalSteps,
          progress.stepsPerEpoch, progress.elapsedS, runId)
        .run();
}

void writeHeartbeat(Connection& connection, const std::string& runId) {
    Query(connection, "UPDATE run SET heartbeat_ms = ? WHERE id = ?", nowMs(), runId).run();
}

int64_t nextSegment(Connection& connection, const std::string& runId) {
    Query query(connection, "SELECT coalesce(max(seg), 0) + 1 FROM segment WHERE run_id = ?",
                runId);
    query.next();
    return query.integer(0);
}

int64_t countRewound(Connection& connection, const std::string& runId, int64_t cut) {
    Query query(connection,
                "SELECT count(*) FROM segment g JOIN series s ON s.run_id = g.run_id "
                "JOIN point p ON p.series_id = s.id AND p.seg = g.seg WHERE g.run_id = ? "
                "AND p.step > ? AND (g.cut_step IS NULL OR p.step <= g.cut_step)",
                runId, cut);
    query.next();
    return query.integer(0);
}

void noteRewound(Connection& connection, const std::string& runId, int64_t fromStep,
                 int64_t count) {
    if (count == 0) return;
    const std::string text = std::to_string(count) + (count == 1 ? " value" : " values") +
                             " logged after step " + std::to_string(fromStep) +
                             (count == 1 ? " was" : " were") + " rewound: kept, but hidden.";
    writeEvent(connection, runId, {0, nowMs(), {fromStep, EventLevel::Info, "rewound", text}});
}

// A run that starts over rewinds even what was logged at step 0.
int64_t cutFor(int64_t fromStep) {
    return fromStep > 0 ? fromStep : -1;
}

} // namespace

int64_t Store::beginSegment(const std::string& runId, int64_t fromStep) {
    requireWritable("write results to");
    return inTransaction(*m_connection, "write results to", [&] {
        const int64_t cut = cutFor(fromStep);
        noteRewound(*m_connection, runId, fromStep, countRewound(*m_connection, runId, cut));
        Query(*m_connection,
              "UPDATE segment SET cut_step = ? WHERE run_id = ? "
              "AND (cut_step IS NULL OR cut_step > ?)",
              cut, runId, cut)
            .run();
        recomputeMetrics(*m_connection, runId, cut);
        const int64_t segment = nextSegment(*m_connection, runId);
        Query(*m_connection,
              "INSERT INTO segment(run_id, seg, from_step, started_ms) VALUES(?, ?, ?, ?)", runId,
              segment, fromStep, nowMs())
            .run();
        return segment;
    });
}

int64_t Store::ensureSeries(const std::string& runId, const SeriesKey& key) {
    requireWritable("write results to");
    return inTransaction(*m_connection, "write results to", [&] {
        Query(*m_connection,
              "INSERT INTO series(run_id, tag, unit, goal) VALUES(?, ?, ?, ?) "
              "ON CONFLICT(run_id, tag) DO NOTHING",
              runId, key.tag, key.unit, std::string(goalText(key.direction)))
            .run();
        Query query(*m_connection, "SELECT id FROM series WHERE run_id = ? AND tag = ?", runId,
                    key.tag);
        query.next();
        return query.integer(0);
    });
}

void Store::write(const std::string& runId, int64_t segment, const WriteBatch& batch) {
    requireWritable("write results to");
    inTransaction(*m_connection, "write results to", [&] {
        writePoints(*m_connection, segment, batch.points);
        for (const EventRow& event : batch.events)
            writeEvent(*m_connection, runId, event);
        writeLog(*m_connection, runId, batch.logLines);
        if (batch.progress)
            writeProgress(*m_connection, runId, *batch.progress);
        else
            writeHeartbeat(*m_connection, runId);
    });
}

void Store::heartbeat(const std::string& runId) {
    requireWritable("write results to");
    inTransaction(*m_connection, "write results to", [&] { writeHeartbeat(*m_connection, runId); });
}

void Store::sync() {
    requireWritable("write results to");
    attempt(*m_connection, "write results to",
            [&] { m_connection->execute("PRAGMA wal_checkpoint(PASSIVE)"); });
}

std::vector<SeriesRecord> Store::series(const std::string& runId) {
    return attempt(*m_connection, "read the series of", [&] {
        Query query(*m_connection,
                    "SELECT id, tag, unit, goal FROM series WHERE run_id = ? AND kind = 'scalar' "
                    "ORDER BY id",
                    runId);
        std::vector<SeriesRecord> found;
        while (query.next())
            found.push_back({query.integer(0), runId, query.text(1), query.text(2),
                             goalFromText(query.text(3))});
        return found;
    });
}

std::vector<SegmentRecord> Store::segments(const std::string& runId) {
    return attempt(*m_connection, "read the series of", [&] {
        Query query(*m_connection,
                    "SELECT seg, from_step, cut_step, started_ms FROM segment WHERE run_id = ? "
                    "ORDER BY seg",
                    runId);
        std::vector<SegmentRecord> found;
        while (query.next()) {
            SegmentRecord segment{query.integer(0), query.integer(1), {}, query.integer(3)};
            if (!query.isNull(2)) segment.cutStep = query.integer(2);
            found.push_back(segment);
        }
        return found;
    });
}

std::vector<PointRow> Store::points(int64_t seriesId, int64_t afterSeq, int64_t limit) {
    return attempt(*m_connection, "read the points of", [&] {
        Query query(*m_connection,
                    "SELECT seq, seg, step, wall_ms, rel_s, value FROM point "
                    "WHERE series_id = ? AND seq > ? ORDER BY seq LIMIT ?",
                    seriesId, afterSeq, limit);
        std::vector<PointRow> found;
        while (query.next())
            found.push_back({query.integer(0), query.integer(1), query.integer(2), query.integer(3),
                             query.real(4), query.real(5)});
        return found;
    });
}

std::vector<LevelRow> Store::levels(int64_t seriesId, int level, int64_t fromBucket) {
    return attempt(*m_connection, "read the points of", [&] {
        Query query(*m_connection,
                    "SELECT bucket, seg, first_step, last_step, min, max, first, last, sum, n, "
                    "nan_n FROM point_lod WHERE series_id = ? AND level = ? AND bucket >= ? "
                    "ORDER BY bucket, seg",
                    seriesId, level, fromBucket);
        std::vector<LevelRow> found;
        while (query.next())
            found.push_back({query.integer(0), query.integer(1), query.integer(2), query.integer(3),
                             query.real(4), query.real(5), query.real(6), query.real(7),
                             query.real(8), query.integer(9), query.integer(10)});
        return found;
    });
}

std::vector<MetricRecord> Store::metrics(const std::string& runId) {
    return attempt(*m_connection, "read the metrics of", [&] {
        Query query(*m_connection,
                    "SELECT " METRIC_COLUMNS " FROM run_metric WHERE run_id = ? ORDER BY tag",
                    runId);
        return readMetrics(query);
    });
}

std::vector<MetricRecord> Store::allMetrics() {
    return attempt(*m_connection, "read the metrics of", [&] {
        Query query(*m_connection,
                    "SELECT " METRIC_COLUMNS " FROM run_metric ORDER BY run_id, tag");
        return readMetrics(query);
    });
}

} // namespace core
