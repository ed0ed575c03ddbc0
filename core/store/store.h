// The workspace's database: one connection, used by one thread. Open one Store per thread that
// needs one; writers take turns (5 s), readers are never blocked. Throws Error with the file's name
// when the database cannot do what is asked.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/store/run_record.h"

namespace core {

class Connection;
enum class FileKind;

// The database cannot be written or read now but may be later: locked, disk full, read-only.
class StoreBusy : public Error {
public:
    using Error::Error;
};

// What the writer thread puts into one transaction.
struct WriteBatch {
    struct Point {
        int64_t seriesId; // from Store::ensureSeries
        ScalarPoint point;
    };
    std::vector<Point> points;
    std::vector<EventRow> events; // id ignored
    std::vector<LogRow> logLines; // number ignored
    std::optional<Progress> progress;
    bool empty() const { return points.empty() && events.empty() && logLines.empty() && !progress; }
};

class Store {
public:
    // Join: one more connection of a program that has the workspace open already; nothing is
    // checked again.
    enum class Mode { ReadWrite, ReadOnly, Join };

    // Opens or creates `folder`/runs.db and upgrades its schema (after a backup). A database of a
    // newer version, a damaged one or one in a folder without permission to write is opened
    // read-only; warning() says why. The file is checked first (quick_check) unless it is large;
    // see needsCheck(). Throws Error on a database of another program and on what is no database;
    // neither is touched.
    explicit Store(const std::string& folder, Mode mode = Mode::ReadWrite);
    ~Store();
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    const std::string& folder() const { return m_folder; }
    bool isReadOnly() const { return m_isReadOnly; }
    const std::string& warning() const { return m_warning; } // empty: none
    bool isDamaged() const { return m_isDamaged; }           // then it is read-only, too
    // The file is too large to be checked while a person waits: call findDamage() on a worker.
    bool needsCheck() const { return m_needsCheck; }
    // Checks the whole file on a connection of its own; any thread. Takes about 4 s a GB. What is
    // wrong, in words; empty: nothing, or `stop` was requested meanwhile.
    static std::string findDamage(const std::string& folder, const std::stop_token& stop = {});
    // findDamage() found something: from now on nothing is written, as after opening such a file.
    void protect(const std::string& damage);
    // Changes whenever another connection, of this or another program, has committed. Costs
    // microseconds.
    int64_t dataVersion();

    // -- runs --
    // Fills in id (when empty), number, colour, times and revision, and returns the row as stored.
    RunRecord insertRun(RunRecord run);
    std::optional<RunRecord> run(const std::string& id);
    std::vector<RunRecord> runs(); // newest first, trashed ones included
    std::vector<RunRecord> runsChangedSince(int64_t revision);
    std::vector<RunRecord> activeRuns(); // Starting, Running, Pausing, Stopping
    std::vector<std::string> runIds();   // to find out which rows are gone
    // Moves the run on if it is in one of `from` (any when empty), atomically over all programs;
    // false: it is not.
    // `change` sets other columns at the same moment.
    bool changeState(const std::string& id, RunState to, const std::string& reason,
                     const std::vector<RunState>& from = {},
                     const std::function<void(RunRecord&)>& change = {});
    void updateRun(const std::string& id,
                   const std::function<void(RunRecord&)>& change); // any other column
    void removeRun(const std::string& id); // for good, with its series; files are the caller's

    // -- writing of a session --
    // Marks what is rewound, tells how many points in an event, and returns the new segment.
    int64_t beginSegment(const std::string& runId, int64_t fromStep);
    int64_t ensureSeries(const std::string& runId, const SeriesKey& key);
    // One transaction: points, levels of detail, metrics, progress, heartbeat.
    void write(const std::string& runId, int64_t segment, const WriteBatch& batch);
    void heartbeat(const std::string& runId);
    void sync(); // what was written until now survives a power cut too; costs a write to the disk
    void addEvent(const std::string& runId, const RunEvent& event);
    void addCheckpoint(const std::string& runId, const CheckpointRecord& checkpoint);
    void removeCheckpoint(const std::string& runId, const std::string& path);

    // -- reading --
    std::vector<SeriesRecord> series(const std::string& runId);
    std::vector<SegmentRecord> segments(const std::string& runId);
    // At most `limit` points with seq > afterSeq, in order of seq, rewound ones included.
    std::vector<PointRow> points(int64_t seriesId, int64_t afterSeq, int64_t limit);
    // Summaries of 256 (level 1) or 65 536 (level 2) points whose bucket number is at least
    // `fromBucket`, in order of bucket and segment.
    std::vector<LevelRow> levels(int64_t seriesId, int level, int64_t fromBucket);
    std::vector<MetricRecord> metrics(const std::string& runId);
    std::vector<MetricRecord> allMetrics(); // of every run, ordered by run id
    std::vector<EventRow> events(const std::string& runId, int64_t afterId);
    std::vector<LogRow> log(const std::string& runId, int64_t afterNumber);
    std::vector<CheckpointRecord> checkpoints(const std::string& runId); // oldest first

private:
    void open(Mode mode);
    void requireUsable(FileKind kind) const;
    void openReadOnly(const std::string& warning);
    void openDamaged(const std::string& damage);
    void prepareForWriting(Mode mode);
    void requireWritable(const char* what) const;
    std::string path() const;

    std::string m_folder;
    bool m_isReadOnly = false;
    bool m_isDamaged = false;
    bool m_needsCheck = false;
    std::string m_warning;
    std::unique_ptr<Connection> m_connection;
};

} // namespace core
