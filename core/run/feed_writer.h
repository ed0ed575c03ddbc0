// The writer thread of LiveFeed. push, flush and the counters belong to other threads; all else
// happens on the thread itself.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "core/run/feed_backlog.h"
#include "core/run/feed_queue.h"
#include "core/run/live_feed.h"
#include "core/run/patience.h"
#include "core/run/process_info.h"
#include "core/run/run_log_file.h"

namespace core {

class FeedWriter {
public:
    FeedWriter(std::string workspace, std::string runId, LiveFeed::Listener listener,
               int64_t fromStep, const RunControl* control);
    ~FeedWriter();

    bool push(const ScalarPoint& point); // training thread; false: the queue had to grow
    void push(FeedMessage message);      // training thread
    void flush();                        // training thread; see LiveFeed
    void startProgress() { m_isTraining.store(true, std::memory_order_relaxed); }
    int64_t waitingCount() const;
    void requireWorking() const; // throws Error once nothing can ever be written again
    // Training thread; see LiveFeed.
    void waitUntilWorking() const;
    bool waitToRetry(const std::string& problem);
    void setObstacle(const std::string& problem); // what the training thread waits for; empty: none

private:
    using Clock = std::chrono::steady_clock;

    void run(); // the thread
    void waitForWork();
    void collect();
    void takeMessage(FeedMessage&& message);
    void writeBacklog();
    void writePieces();
    void answerFlush();
    void tellListener();
    void tellObstacle();
    void keepAlive();
    void watchRow();
    void requireOwner(const ProcessInfo& owner);
    void sawTrouble(const std::string& message, bool isForGood);
    std::string waitingText() const;
    void sawRecovery();
    bool mayEnd();
    Store& store();

    const std::string m_workspace;
    const std::string m_runId;
    const LiveFeed::Listener m_listener;
    const RunControl* const m_control;

    FeedQueue m_queue;
    std::atomic<uint64_t> m_writtenPoints{0};
    std::atomic<bool> m_isTraining{false}; // progress goes into the row from now on

    mutable std::mutex m_mutex; // the members down to the next blank line
    std::condition_variable m_wake;
    std::condition_variable m_flushed;
    bool m_isEnding = false;
    bool m_hasManyPoints = false;
    uint64_t m_flushesAsked = 0;
    uint64_t m_flushesDone = 0;
    std::string m_trouble; // empty: none
    std::string m_obstacle;
    Patience m_patience;
    bool m_hasFailed = false;
    std::atomic<bool> m_isLost{false};     // m_hasFailed, without the mutex
    std::atomic<bool> m_isTroubled{false}; // m_trouble is not empty, or was just told to be over

    std::unique_ptr<Store> m_store;
    FeedBacklog m_backlog;
    RunLogFile m_logFile;
    std::optional<Progress> m_progress; // newest, not yet told
    bool m_hasWritten = false;          // since the listener was told
    std::string m_toldObstacle;
    Clock::time_point m_lastWrite;
    Clock::time_point m_lastTold;
    Clock::time_point m_lastTrouble;
    bool m_hasSeenEnd = false;
    int64_t m_dataVersion = -1;
    std::optional<ProcessInfo> m_owner; // of the run when this began

    std::thread m_thread; // last: it uses all the others
};

} // namespace core
