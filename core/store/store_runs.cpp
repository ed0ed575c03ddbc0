// Store: the rows of runs.
#include <algorithm>

#include <QtCore/QUuid>

#include "core/store/clock.h"
#include "core/store/connection.h"
#include "core/store/run_colors.h"
#include "core/store/store.h"

namespace core {
namespace {

#define RUN_COLUMNS                                                                             \
    "id, num, name, state, state_reason, request, created_ms, started_ms, ended_ms, "           \
    "heartbeat_ms, pid, "                                                                       \
    "pid_start_ms, host, parent_id, color, line_style, pinned, trashed_ms, note, config_json, " \
    "config_hash, model, seed, device, threads, program_version, epoch, epoch_count, step, "    \
    "total_steps, steps_per_epoch, seconds, goal_metric, weights_sha256, revision"

RunRecord readRun(const Query& row) {
    RunRecord run;
    int column = 0;
    const auto text = [&] { return row.text(column++); };
    const auto integer = [&] { return row.integer(column++); };
    run.id = text();
    run.number = integer();
    run.name = text();
    // A state that another program invented is shown as a draft rather than not at all.
    run.state = runStateFromText(text()).value_or(RunState::Draft);
    run.stateReason = text();
    run.request = text();
    run.createdMs = integer();
    run.startedMs = integer();
    run.endedMs = integer();
    run.heartbeatMs = integer();
    run.pid = integer();
    run.pidStartMs = integer();
    run.host = text();
    run.parentId = text();
    run.color = text();
    run.lineStyle = text();
    run.isPinned = integer() != 0;
    run.trashedMs = integer();
    run.note = text();
    run.configJson = text();
    run.configHash = text();
    run.model = text();
    run.seed = integer();
    run.device = text();
    run.threads = integer();
    run.programVersion = text();
    run.epoch = integer();
    run.epochCount = integer();
    run.step = integer();
    run.totalSteps = integer();
    run.stepsPerEpoch = row.real(column++);
    run.seconds = row.real(column++);
    run.goalMetric = text();
    run.weightsSha256 = text();
    run.revision = integer();
    if (run.color.empty()) run.color = runColor(run.number); // a row of another program
    if (run.lineStyle.empty()) run.lineStyle = runLineStyle(run.number);
    return run;
}

std::vector<RunRecord> readRuns(Query& query) {
    std::vector<RunRecord> runs;
    while (query.next())
        runs.push_back(readRun(query));
    return runs;
}

std::optional<RunRecord> findRun(Connection& connection, const std::string& id) {
    Query query(connection, "SELECT " RUN_COLUMNS " FROM run WHERE id = ?", id);
    if (!query.next()) return std::nullopt;
    return readRun(query);
}

RunRecord requireRun(Connection& connection, const std::string& id) {
    if (auto run = findRun(connection, id)) return *run;
    throw Error("There is no run " + id + " in " + connection.path() +
                ". It may have been deleted.");
}

// Everything but id, number, state and revision, which have their own ways.
void storeRun(Connection& connection, const RunRecord& run) {
    Query(connection,
          "UPDATE run SET name = ?, request = ?, created_ms = ?, started_ms = ?, ended_ms = ?, "
          "heartbeat_ms = ?, pid = ?, pid_start_ms = ?, host = ?, parent_id = ?, color = ?, "
          "line_style = ?, pinned = ?, trashed_ms = ?, note = ?, config_json = ?, "
          "config_hash = ?, model = ?, seed = ?, device = ?, threads = ?, program_version = ?, "
          "epoch = ?, epoch_count = ?, step = ?, total_steps = ?, steps_per_epoch = ?, "
          "seconds = ?, goal_metric = ?, weights_sha256 = ? WHERE id = ?",
          run.name, run.request, run.createdMs, run.startedMs, run.endedMs, run.heartbeatMs,
          run.pid, run.pidStartMs, run.host, run.parentId, run.color, run.lineStyle,
          static_cast<int>(run.isPinned), run.trashedMs, run.note, run.configJson, run.configHash,
          run.model, run.seed, run.device, run.threads, run.programVersion, run.epoch,
          run.epochCount, run.step, run.totalSteps, run.stepsPerEpoch, run.seconds, run.goalMetric,
          run.weightsSha256, run.id)
        .run();
}

bool isOneOf(RunState state, const std::vector<RunState>& states) {
    if (states.empty()) return true;
    return std::find(states.begin(), states.end(), state) != states.end();
}

bool endsSession(RunState state) {
    return state == RunState::Paused || state == RunState::Stopped || state == RunState::Finished ||
           state == RunState::Failed || state == RunState::Interrupted;
}

} // namespace

RunRecord Store::insertRun(RunRecord run) {
    requireWritable("add a run to");
    if (run.id.empty()) run.id = QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString();
    if (run.createdMs == 0) run.createdMs = nowMs();
    return inTransaction(*m_connection, "add a run to", [&] {
        Query(*m_connection,
              "INSERT INTO run(id, state, state_reason, source) VALUES(?, ?, ?, 'torchdesk')",
              run.id, std::string(toText(run.state)), run.stateReason)
            .run();
        run.number = requireRun(*m_connection, run.id).number;
        if (run.color.empty()) run.color = runColor(run.number);
        if (run.lineStyle.empty()) run.lineStyle = runLineStyle(run.number);
        if (run.name.empty()) run.name = "run " + std::to_string(run.number);
        storeRun(*m_connection, run);
        return requireRun(*m_connection, run.id);
    });
}

std::optional<RunRecord> Store::run(const std::string& id) {
    return attempt(*m_connection, "read a run of", [&] { return findRun(*m_connection, id); });
}

std::vector<RunRecord> Store::runs() {
    return attempt(*m_connection, "read the runs of", [&] {
        Query query(*m_connection, "SELECT " RUN_COLUMNS " FROM run ORDER BY num DESC");
        return readRuns(query);
    });
}

std::vector<RunRecord> Store::runsChangedSince(int64_t revision) {
    return attempt(*m_connection, "read the runs of", [&] {
        Query query(*m_connection,
                    "SELECT " RUN_COLUMNS " FROM run WHERE revision > ? ORDER BY num DESC",
                    revision);
        return readRuns(query);
    });
}

std::vector<RunRecord> Store::activeRuns() {
    return attempt(*m_connection, "read the runs of", [&] {
        Query query(*m_connection, "SELECT " RUN_COLUMNS
                                   " FROM run WHERE state IN "
                                   "('Starting', 'Running', 'Pausing', 'Stopping')");
        return readRuns(query);
    });
}

std::vector<std::string> Store::runIds() {
    return attempt(*m_connection, "read the runs of", [&] {
        Query query(*m_connection, "SELECT id FROM run");
        std::vector<std::string> ids;
        while (query.next())
            ids.push_back(query.text(0));
        return ids;
    });
}

bool Store::changeState(const std::string& id, RunState to, const std::string& reason,
                        const std::vector<RunState>& from,
                        const std::function<void(RunRecord&)>& change) {
    requireWritable("change a run in");
    return inTransaction(*m_connection, "change a run in", [&] {
        auto run = findRun(*m_connection, id);
        if (!run || !isOneOf(run->state, from)) return false;
        if (to == RunState::Starting && !run->startedMs) run->startedMs = nowMs();
        run->endedMs = endsSession(to) ? nowMs() : 0;
        if (change) change(*run);
        run->id = id;
        storeRun(*m_connection, *run);
        Query(*m_connection, "UPDATE run SET state = ?, state_reason = ? WHERE id = ?",
              std::string(toText(to)), reason, id)
            .run();
        return true;
    });
}

void Store::updateRun(const std::string& id, const std::function<void(RunRecord&)>& change) {
    requireWritable("change a run in");
    inTransaction(*m_connection, "change a run in", [&] {
        RunRecord run = requireRun(*m_connection, id);
        change(run);
        run.id = id;
        storeRun(*m_connection, run);
    });
}

void Store::removeRun(const std::string& id) {
    requireWritable("remove a run from");
    // Points first and in portions, so that a run that trains meanwhile waits milliseconds only.
    for (int removed = 1; removed > 0;)
        removed = inTransaction(*m_connection, "remove a run from", [&] {
            return Query(*m_connection,
                         "DELETE FROM point WHERE (series_id, seq) IN (SELECT p.series_id, p.seq "
                         "FROM series s JOIN point p ON p.series_id = s.id WHERE s.run_id = ? "
                         "LIMIT 50000)",
                         id)
                .run();
        });
    inTransaction(*m_connection, "remove a run from",
                  [&] { Query(*m_connection, "DELETE FROM run WHERE id = ?", id).run(); });
}

} // namespace core
