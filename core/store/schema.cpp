#include "core/store/schema.h"

#include <filesystem>

namespace core {
namespace {

constexpr const char* kVersion1 = R"sql(
CREATE TABLE meta(
    key TEXT PRIMARY KEY NOT NULL,
    value
) WITHOUT ROWID;
INSERT INTO meta(key, value) VALUES('revision', 0), ('last_run_number', 0);

CREATE TABLE run(
    id TEXT PRIMARY KEY NOT NULL,
    num INTEGER UNIQUE,
    name TEXT NOT NULL DEFAULT '',
    state TEXT NOT NULL DEFAULT 'Draft',
    state_reason TEXT NOT NULL DEFAULT '',
    request TEXT NOT NULL DEFAULT '',
    created_ms INTEGER NOT NULL
        DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)),
    started_ms INTEGER NOT NULL DEFAULT 0,
    ended_ms INTEGER NOT NULL DEFAULT 0,
    heartbeat_ms INTEGER NOT NULL DEFAULT 0,
    pid INTEGER NOT NULL DEFAULT 0,
    pid_start_ms INTEGER NOT NULL DEFAULT 0,
    host TEXT NOT NULL DEFAULT '',
    parent_id TEXT NOT NULL DEFAULT '',
    group_name TEXT NOT NULL DEFAULT '',
    color TEXT NOT NULL DEFAULT '',
    line_style TEXT NOT NULL DEFAULT '',
    pinned INTEGER NOT NULL DEFAULT 0,
    hidden INTEGER NOT NULL DEFAULT 0,
    archived INTEGER NOT NULL DEFAULT 0,
    trashed_ms INTEGER NOT NULL DEFAULT 0,
    note TEXT NOT NULL DEFAULT '',
    config_json TEXT NOT NULL DEFAULT '{}',
    config_hash TEXT NOT NULL DEFAULT '',
    schema_json TEXT NOT NULL DEFAULT '{}',
    model TEXT NOT NULL DEFAULT '',
    seed INTEGER NOT NULL DEFAULT 0,
    device TEXT NOT NULL DEFAULT '',
    threads INTEGER NOT NULL DEFAULT 0,
    program_version TEXT NOT NULL DEFAULT '',
    source TEXT NOT NULL DEFAULT '',
    epoch INTEGER NOT NULL DEFAULT 0,
    epoch_count INTEGER NOT NULL DEFAULT 0,
    step INTEGER NOT NULL DEFAULT 0,
    total_steps INTEGER NOT NULL DEFAULT 0,
    steps_per_epoch REAL NOT NULL DEFAULT 0,
    seconds REAL NOT NULL DEFAULT 0,
    goal_metric TEXT NOT NULL DEFAULT '',
    weights_sha256 TEXT NOT NULL DEFAULT '',
    revision INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX run_by_revision ON run(revision);
-- Triggers, so that rows written by other programs get a number and are noticed too.
CREATE TRIGGER run_number AFTER INSERT ON run WHEN NEW.num IS NULL BEGIN
    UPDATE meta SET value = max(value, (SELECT coalesce(max(num), 0) FROM run)) + 1
        WHERE key = 'last_run_number';
    UPDATE run SET num = (SELECT value FROM meta WHERE key = 'last_run_number')
        WHERE id = NEW.id;
END;
CREATE TRIGGER run_inserted AFTER INSERT ON run BEGIN
    UPDATE meta SET value = value + 1 WHERE key = 'revision';
    UPDATE run SET revision = (SELECT value FROM meta WHERE key = 'revision') WHERE id = NEW.id;
END;
CREATE TRIGGER run_updated AFTER UPDATE ON run WHEN NEW.revision = OLD.revision BEGIN
    UPDATE meta SET value = value + 1 WHERE key = 'revision';
    UPDATE run SET revision = (SELECT value FROM meta WHERE key = 'revision') WHERE id = NEW.id;
END;

CREATE TABLE tag(
    run_id TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    PRIMARY KEY(run_id, name)
) WITHOUT ROWID;

CREATE TABLE series(
    id INTEGER PRIMARY KEY,
    run_id TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    kind TEXT NOT NULL DEFAULT 'scalar',
    unit TEXT NOT NULL DEFAULT '',
    goal TEXT NOT NULL DEFAULT '' CHECK(goal IN ('', 'min', 'max')),
    UNIQUE(run_id, tag)
);
CREATE TABLE segment(
    run_id TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    seg INTEGER NOT NULL,
    from_step INTEGER NOT NULL,
    cut_step INTEGER,
    started_ms INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY(run_id, seg)
) WITHOUT ROWID;
CREATE TABLE point(
    series_id INTEGER NOT NULL REFERENCES series(id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    seg INTEGER NOT NULL,
    step INTEGER NOT NULL,
    wall_ms INTEGER NOT NULL,
    rel_s REAL NOT NULL,
    value REAL,
    PRIMARY KEY(series_id, seq)
) WITHOUT ROWID;
CREATE TABLE point_lod(
    series_id INTEGER NOT NULL REFERENCES series(id) ON DELETE CASCADE,
    level INTEGER NOT NULL,
    bucket INTEGER NOT NULL,
    seg INTEGER NOT NULL,
    first_step INTEGER NOT NULL,
    last_step INTEGER NOT NULL,
    min REAL,
    max REAL,
    first REAL,
    last REAL,
    sum REAL NOT NULL,
    n INTEGER NOT NULL,
    nan_n INTEGER NOT NULL,
    PRIMARY KEY(series_id, level, bucket, seg)
) WITHOUT ROWID;
CREATE TABLE run_metric(
    run_id TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    goal TEXT NOT NULL DEFAULT '',
    n INTEGER NOT NULL,
    last REAL,
    last_step INTEGER NOT NULL,
    min REAL,
    min_step INTEGER NOT NULL DEFAULT 0,
    max REAL,
    max_step INTEGER NOT NULL DEFAULT 0,
    nan_n INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY(run_id, tag)
) WITHOUT ROWID;
CREATE TABLE blob_summary(
    series_id INTEGER NOT NULL REFERENCES series(id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    seg INTEGER NOT NULL,
    step INTEGER NOT NULL,
    wall_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    mime TEXT NOT NULL DEFAULT '',
    meta_json TEXT NOT NULL DEFAULT '{}',
    data BLOB,
    PRIMARY KEY(series_id, seq)
);

CREATE TABLE event(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    ms INTEGER NOT NULL,
    step INTEGER NOT NULL DEFAULT 0,
    level TEXT NOT NULL DEFAULT 'info' CHECK(level IN ('info', 'warning', 'error')),
    kind TEXT NOT NULL DEFAULT '',
    text TEXT NOT NULL DEFAULT ''
);
CREATE INDEX event_by_run ON event(run_id, id);
CREATE TABLE log_line(
    run_id TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    ms INTEGER NOT NULL,
    stream TEXT NOT NULL DEFAULT 'out',
    text TEXT NOT NULL,
    PRIMARY KEY(run_id, n)
) WITHOUT ROWID;
CREATE TABLE checkpoint(
    run_id TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    step INTEGER NOT NULL,
    epoch INTEGER NOT NULL DEFAULT 0,
    path TEXT NOT NULL,
    bytes INTEGER NOT NULL DEFAULT 0,
    sha256 TEXT NOT NULL DEFAULT '',
    is_best INTEGER NOT NULL DEFAULT 0,
    metric_value REAL,
    PRIMARY KEY(run_id, path)
) WITHOUT ROWID;
CREATE TABLE sys_sample(
    run_id TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE,
    ms INTEGER NOT NULL,
    cpu REAL,
    rss INTEGER,
    gpu REAL,
    gpu_mem INTEGER,
    PRIMARY KEY(run_id, ms)
) WITHOUT ROWID;
CREATE TABLE view(
    name TEXT PRIMARY KEY NOT NULL,
    json TEXT NOT NULL
) WITHOUT ROWID;
)sql";

// VACUUM INTO, unlike a copy of the file, takes along what still lies in the write-ahead log.
void backUp(Connection& connection, int64_t version) {
    const std::string target = connection.path() + ".v" + std::to_string(version) + ".backup";
    std::filesystem::remove(target);
    SQLite::Statement statement(connection.database(), "VACUUM INTO ?");
    statement.bind(1, target);
    statement.exec();
}

} // namespace

const std::vector<std::string>& schemaUpgrades() {
    static const std::vector<std::string> upgrades = {kVersion1};
    return upgrades;
}

int64_t schemaVersion(Connection& connection) {
    return connection.integer("PRAGMA user_version");
}

void upgradeSchema(Connection& connection, const std::vector<std::string>& upgrades) {
    const auto newest = static_cast<int64_t>(upgrades.size());
    const int64_t found = schemaVersion(connection);
    if (found >= newest) return;
    if (found > 0) attempt(connection, "back up", [&] { backUp(connection, found); });
    inTransaction(connection, "upgrade", [&] {
        // Another program may have done it while this one waited for its turn.
        for (int64_t version = schemaVersion(connection); version < newest; ++version)
            connection.execute(upgrades[static_cast<size_t>(version)]);
        connection.execute("PRAGMA user_version = " + std::to_string(newest));
    });
}

} // namespace core
