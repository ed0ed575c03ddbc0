// The way of a run's results from the training thread to the database: a lock-free queue and a
// writer thread with its own Store, one transaction per 100 ms or 1000 points. The SummarySink side
// belongs to the training thread.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/store/run_record.h"
#include "core/summary/summary_sink.h"

namespace core {

class FeedWriter;
class RunControl;

class LiveFeed final : public SummarySink {
public:
    // Called on the writer thread unless another is named (runSession calls `troubled` and
    // `recovered` on the training thread, too); keep them short (Runner emits queued signals). Any
    // may be empty.
    struct Listener {
        std::function<void()> written; // new rows are in the database; at most 10 a second
        std::function<void(const Progress&)> progressed; // at most 10 a second
        // The disk is full, another program keeps the file locked ...: rows wait in memory. Comes
        // again, at most once a second, while it lasts.
        std::function<void(const std::string&)> troubled;
        std::function<void()> recovered;       // all waiting rows were written
        std::function<void()> trainingStarted; // the first result; on the training thread
        // Another thread or program put the run's row to Pausing or Stopping.
        std::function<void(RunState)> stateRequested;
        std::function<void()> checkpointRequested; // likewise, through its column `request`
        std::function<void()> stateChanged;        // of runSession: the run's row has a new state
    };

    // `fromStep` is where a session begins that logs values without having said segmentStarted().
    // `control`, which must outlive this, says how long to wait for a database that refuses: until
    // it gives up, and 5 s more. nullptr: 5 s.
    LiveFeed(const std::string& workspace, const std::string& runId, Listener listener,
             int64_t fromStep = 0, const RunControl* control = nullptr);
    ~LiveFeed() override; // writes what is queued, joins the writer

    SeriesId series(const SeriesKey& key) override;
    // These two throw Error once nothing can ever be written again: the run then ends.
    void scalar(const ScalarPoint& point) override;
    // Returns only when the database takes what is written, or the run is asked to end: values
    // that wait in memory must not become more and more.
    void progress(const Progress& progress) override;
    void event(const RunEvent& event) override;
    void logLine(const std::string& text) override;
    void checkpointSaved(const CheckpointRecord& checkpoint) override;
    void checkpointRemoved(const std::string& path) override;
    void segmentStarted(int64_t fromStep) override;
    // Throws Error when the database refuses for good, or for longer than may be waited.
    void flush() override;
    bool waitToRetry(const std::string& problem) override;

    int64_t waitingCount() const; // rows not yet written; any thread

private:
    void startTraining();

    Listener m_listener; // the writer has its own copy
    std::unique_ptr<FeedWriter> m_writer;
    std::vector<std::string> m_tags; // by SeriesId
    bool m_hasStarted = false;
    bool m_hasWarned = false;
};

} // namespace core
