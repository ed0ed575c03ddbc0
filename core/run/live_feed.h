// The way of a run's results from the training thread to the database: a lock-free queue and a
// writer thread with its own Store, one transaction per 100 ms or 1000 points. The SummarySink side
// belongs to the training thread.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/summary/summary_sink.h"

namespace core {

class LiveFeed final : public SummarySink {
public:
    // Called on the writer thread after each transaction; keep it short (Runner emits a queued
    // signal).
    struct Listener {
        std::function<void()> written;                   // new rows are in the database
        std::function<void(const Progress&)> progressed; // at most 10 a second
        std::function<void(const std::string&)>
            troubled;                    // the disk is full ...: rows wait in memory
        std::function<void()> recovered; // all waiting rows were written
    };

    LiveFeed(const std::string& workspace, const std::string& runId, Listener listener);
    ~LiveFeed() override; // writes what is queued, joins the writer

    SeriesId series(const SeriesKey& key) override;
    void scalar(const ScalarPoint& point) override;
    void event(const RunEvent& event) override;
    void logLine(const std::string& text) override;
    void progress(const Progress& progress) override;
    void checkpointSaved(const CheckpointRecord& checkpoint) override;
    void checkpointRemoved(const std::string& path) override;
    void segmentStarted(int64_t fromStep) override;
    void flush() override; // throws Error when the database refuses for good

    int64_t waitingCount() const; // rows not yet written; any thread

private:
    class Writer;
    std::unique_ptr<Writer> m_writer;
};

} // namespace core
