// Store: events, the console and checkpoints of a run.
#include "core/store/clock.h"
#include "core/store/connection.h"
#include "core/store/history_rows.h"
#include "core/store/store.h"

namespace core {
namespace {

constexpr int64_t kLogLinesKept = 10000;

const char* levelText(EventLevel level) {
    switch (level) {
        case EventLevel::Info:
            break;
        case EventLevel::Warning:
            return "warning";
        case EventLevel::Error:
            return "error";
    }
    return "info";
}

EventLevel levelFromText(const std::string& text) {
    if (text == "warning") return EventLevel::Warning;
    return text == "error" ? EventLevel::Error : EventLevel::Info;
}

int64_t lastLine(Connection& connection, const std::string& runId) {
    Query query(connection, "SELECT coalesce(max(n), 0) FROM log_line WHERE run_id = ?", runId);
    query.next();
    return query.integer(0);
}

} // namespace

void writeEvent(Connection& connection, const std::string& runId, const EventRow& event) {
    Query(connection,
          "INSERT INTO event(run_id, ms, step, level, kind, text) VALUES(?, ?, ?, ?, ?, ?)", runId,
          event.wallMs, event.event.step, std::string(levelText(event.event.level)),
          event.event.kind, event.event.text)
        .run();
}

void writeLog(Connection& connection, const std::string& runId, const std::vector<LogRow>& lines) {
    if (lines.empty()) return;
    int64_t number = lastLine(connection, runId);
    for (const LogRow& line : lines)
        Query(connection, "INSERT INTO log_line(run_id, n, ms, text) VALUES(?, ?, ?, ?)", runId,
              ++number, line.wallMs, line.text)
            .run();
    Query(connection, "DELETE FROM log_line WHERE run_id = ? AND n <= ?", runId,
          number - kLogLinesKept)
        .run();
}

void Store::addEvent(const std::string& runId, const RunEvent& event) {
    requireWritable("add an event to");
    inTransaction(*m_connection, "add an event to", [&] {
        writeEvent(*m_connection, runId, {0, nowMs(), event});
    });
}

void Store::addCheckpoint(const std::string& runId, const CheckpointRecord& checkpoint) {
    requireWritable("add a checkpoint to");
    inTransaction(*m_connection, "add a checkpoint to", [&] {
        Query(*m_connection,
              "INSERT OR REPLACE INTO checkpoint(run_id, step, epoch, path, bytes, sha256, "
              "is_best, metric_value) VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
              runId, checkpoint.step, checkpoint.epoch, checkpoint.path, checkpoint.bytes,
              checkpoint.sha256, static_cast<int>(checkpoint.isBest), checkpoint.metricValue)
            .run();
    });
}

void Store::removeCheckpoint(const std::string& runId, const std::string& path) {
    requireWritable("remove a checkpoint from");
    inTransaction(*m_connection, "remove a checkpoint from", [&] {
        Query(*m_connection, "DELETE FROM checkpoint WHERE run_id = ? AND path = ?", runId, path)
            .run();
    });
}

std::vector<EventRow> Store::events(const std::string& runId, int64_t afterId) {
    return attempt(*m_connection, "read the events of", [&] {
        Query query(*m_connection,
                    "SELECT id, ms, step, level, kind, text FROM event WHERE run_id = ? "
                    "AND id > ? ORDER BY id",
                    runId, afterId);
        std::vector<EventRow> found;
        while (query.next())
            found.push_back({query.integer(0), query.integer(1),
                             RunEvent{query.integer(2), levelFromText(query.text(3)), query.text(4),
                                      query.text(5)}});
        return found;
    });
}

std::vector<LogRow> Store::log(const std::string& runId, int64_t afterNumber) {
    return attempt(*m_connection, "read the console of", [&] {
        Query query(*m_connection,
                    "SELECT n, ms, text FROM log_line WHERE run_id = ? AND n > ? ORDER BY n", runId,
                    afterNumber);
        std::vector<LogRow> found;
        while (query.next())
            found.push_back({query.integer(0), query.integer(1), query.text(2)});
        return found;
    });
}

std::vector<CheckpointRecord> Store::checkpoints(const std::string& runId) {
    return attempt(*m_connection, "read the checkpoints of", [&] {
        Query query(*m_connection,
                    "SELECT step, epoch, path, bytes, sha256, is_best, metric_value "
                    "FROM checkpoint WHERE run_id = ? ORDER BY step, path",
                    runId);
        std::vector<CheckpointRecord> found;
        while (query.next())
            found.push_back({query.integer(0), query.integer(1), query.text(2), query.integer(3),
                             query.text(4), query.integer(5) != 0, query.real(6)});
        return found;
    });
}

} // namespace core
