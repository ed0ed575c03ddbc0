#include "core/run/feed_writer.h"

#include "core/store/clock.h"

namespace core {
namespace {

using namespace std::chrono_literals;

constexpr uint64_t kPointsPerWake = 1000;
// A number is in the database 100 ms after it was logged at the latest: half of that is room for
// the write itself on a busy machine.
constexpr auto kTick = 50ms;
constexpr auto kTellInterval = 100ms;
constexpr auto kHeartbeat = 2s;
constexpr auto kTroubleRepeat = 1s;
constexpr auto kRetryInterval = 1s;

template <typename Function, typename... Arguments>
void call(const Function& function, const Arguments&... arguments) {
    if (function) function(arguments...);
}

} // namespace

FeedWriter::FeedWriter(std::string workspace, std::string runId, LiveFeed::Listener listener,
                       int64_t fromStep, const RunControl* control)
    : m_workspace(std::move(workspace)),
      m_runId(std::move(runId)),
      m_listener(std::move(listener)),
      m_control(control),
      m_patience(control),
      m_backlog(m_runId, fromStep),
      m_logFile(m_workspace, m_runId),
      m_lastWrite(Clock::now()),
      m_thread([this] { run(); }) {}

FeedWriter::~FeedWriter() {
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
    }
    m_wake.notify_one();
    m_thread.join();
}

bool FeedWriter::push(const ScalarPoint& point) {
    const bool hadRoom = m_queue.push(point);
    if (m_queue.pushedPoints() % kPointsPerWake == 0) {
        {
            const std::lock_guard lock(m_mutex);
            m_hasManyPoints = true;
        }
        m_wake.notify_one();
    }
    return hadRoom;
}

void FeedWriter::push(FeedMessage message) {
    m_queue.push(std::move(message));
}

void FeedWriter::flush() {
    std::unique_lock lock(m_mutex);
    const uint64_t mine = ++m_flushesAsked;
    m_wake.notify_one();
    while (!m_flushed.wait_for(lock, kTick, [&] { return m_flushesDone >= mine; }))
        if (!m_trouble.empty() && m_patience.isOver())
            throw Error("The results could not be written. " + m_trouble);
    if (m_hasFailed) throw Error(m_trouble);
}

void FeedWriter::requireWorking() const {
    if (!m_isLost.load(std::memory_order_relaxed)) return;
    const std::lock_guard lock(m_mutex);
    throw Error(m_trouble);
}

void FeedWriter::waitUntilWorking() const {
    const auto mayWait = [this] {
        return m_control && m_control->mayWait() &&
               m_control->request() == RunControl::Request::None;
    };
    while (m_isTroubled && !m_isLost && mayWait())
        std::this_thread::sleep_for(kTick);
    requireWorking();
}

bool FeedWriter::waitToRetry(const std::string& problem) {
    if (m_isLost || !m_control || !m_control->mayWait()) return false;
    setObstacle(problem);
    std::this_thread::sleep_for(kRetryInterval);
    return true;
}

void FeedWriter::setObstacle(const std::string& problem) {
    const std::lock_guard lock(m_mutex);
    m_obstacle = problem;
}

int64_t FeedWriter::waitingCount() const {
    return static_cast<int64_t>(m_queue.pushedPoints() -
                                m_writtenPoints.load(std::memory_order_relaxed));
}

void FeedWriter::run() {
    while (true) {
        waitForWork();
        try {
            collect();
            watchRow(); // first: a run that is another's now is not written to
            writeBacklog();
            keepAlive();
        } catch (const StoreBusy& error) {
            sawTrouble(error.what(), false);
        } catch (const std::exception& error) {
            sawTrouble(error.what(), true);
        }
        answerFlush();
        tellListener();
        tellObstacle();
        if (mayEnd()) return;
    }
}

void FeedWriter::waitForWork() {
    std::unique_lock lock(m_mutex);
    m_wake.wait_for(lock, kTick, [&] {
        if (m_isTroubled) return false; // try again at the next tick, not sooner
        return m_hasManyPoints || m_isEnding || m_flushesAsked > m_flushesDone;
    });
    m_hasManyPoints = false;
    m_hasSeenEnd = m_isEnding; // nothing is pushed after it, so what follows collects all
}

void FeedWriter::collect() {
    m_queue.drain([&](const ScalarPoint& point) { m_backlog.add(point); },
                  [&](FeedMessage&& message) { takeMessage(std::move(message)); });
}

void FeedWriter::takeMessage(FeedMessage&& message) {
    if (const auto* line = std::get_if<LogRow>(&message)) m_logFile.append(line->text);
    if (const auto* progress = std::get_if<Progress>(&message)) {
        m_progress = *progress;
        // Before training, a resumed run's counters are still those of its last session.
        if (!m_isTraining.load(std::memory_order_relaxed)) return;
    }
    m_backlog.add(std::move(message));
}

Store& FeedWriter::store() {
    if (!m_store) m_store = std::make_unique<Store>(m_workspace, Store::Mode::Join);
    return *m_store;
}

void FeedWriter::writeBacklog() {
    m_logFile.flush();
    const std::string problem = m_logFile.takeProblem();
    if (!problem.empty())
        m_backlog.add(EventRow{0, nowMs(), {0, EventLevel::Warning, "log", problem}});
    if (m_hasFailed) m_backlog.clear(); // it can never be written; the listener knows
    try {
        const bool isProof = !m_backlog.empty();
        writePieces();
        if (m_isTroubled && !isProof && !m_hasFailed) store().heartbeat(m_runId);
        sawRecovery();
    } catch (const StoreBusy& error) {
        sawTrouble(error.what(), false);
    }
}

void FeedWriter::writePieces() {
    while (!m_backlog.empty()) {
        const int64_t before = m_backlog.pointCount();
        m_backlog.writeFirst(store());
        m_writtenPoints.fetch_add(static_cast<uint64_t>(before - m_backlog.pointCount()),
                                  std::memory_order_relaxed);
        m_hasWritten = true;
        m_lastWrite = Clock::now();
    }
}

void FeedWriter::answerFlush() {
    bool isAsked = false;
    {
        const std::lock_guard lock(m_mutex);
        isAsked = m_flushesAsked > m_flushesDone;
    }
    if (!isAsked) return;
    // What was handed over before flush() is in the queue; this thread may not have seen it yet.
    collect();
    try {
        if (!m_hasFailed) {
            writePieces();
            store().sync();
        }
    } catch (const StoreBusy& error) {
        return sawTrouble(error.what(), false);
    } catch (const std::exception& error) {
        sawTrouble(error.what(), true);
    }
    const std::lock_guard lock(m_mutex);
    m_flushesDone = m_flushesAsked;
    m_flushed.notify_all();
}

void FeedWriter::tellListener() {
    const auto now = Clock::now();
    if (!m_hasSeenEnd && now - m_lastTold < kTellInterval) return;
    if (m_progress) call(m_listener.progressed, *m_progress);
    m_progress.reset();
    if (m_hasWritten) call(m_listener.written);
    m_hasWritten = false;
    m_lastTold = now;
}

void FeedWriter::tellObstacle() {
    std::string obstacle;
    {
        const std::lock_guard lock(m_mutex);
        obstacle = m_obstacle;
    }
    if (obstacle == m_toldObstacle) return;
    m_toldObstacle = obstacle;
    if (!obstacle.empty())
        call(m_listener.troubled,
             obstacle + (obstacle.back() == '.' ? "" : ".") + " The run waits until this works.");
    else if (!m_isTroubled)
        call(m_listener.recovered);
}

void FeedWriter::keepAlive() {
    if (m_hasFailed || m_isTroubled || Clock::now() - m_lastWrite < kHeartbeat) return;
    try {
        store().heartbeat(m_runId);
        m_lastWrite = Clock::now();
    } catch (const StoreBusy& error) {
        sawTrouble(error.what(), false);
    }
}

// The row is where other threads and programs ask for something.
void FeedWriter::watchRow() {
    if (m_hasFailed || m_isTroubled) return;
    const int64_t version = store().dataVersion();
    if (version == m_dataVersion) return;
    m_dataVersion = version;
    const auto run = store().run(m_runId);
    if (!run) throw Error("The run was deleted while it was running.");
    requireOwner({run->pid, run->pidStartMs, run->host});
    if (run->state == RunState::Pausing || run->state == RunState::Stopping)
        call(m_listener.stateRequested, run->state);
    // Another program took this one for dead, after the computer slept for example.
    if (run->state == RunState::Interrupted)
        store().changeState(m_runId, RunState::Running, "", {RunState::Interrupted});
    if (run->request.empty()) return;
    store().updateRun(m_runId, [](RunRecord& row) { row.request.clear(); });
    if (run->request == "checkpoint") call(m_listener.checkpointRequested);
}

// This process may have been frozen so long that another one took the run for dead and resumed it.
void FeedWriter::requireOwner(const ProcessInfo& owner) {
    if (!m_owner) m_owner = owner;
    if (*m_owner != owner)
        throw Error("Another program has resumed this run while this one did not respond.");
}

void FeedWriter::sawTrouble(const std::string& message, bool isForGood) {
    {
        const std::lock_guard lock(m_mutex);
        m_trouble = message;
        m_hasFailed = m_hasFailed || isForGood;
        m_isLost.store(m_hasFailed, std::memory_order_relaxed);
    }
    const auto now = Clock::now();
    if (m_isTroubled && now - m_lastTrouble < kTroubleRepeat) return;
    m_isTroubled = true;
    m_lastTrouble = now;
    call(m_listener.troubled, m_hasFailed ? message : message + waitingText());
}

std::string FeedWriter::waitingText() const {
    const int64_t waiting = waitingCount();
    const std::string values =
        waiting > 0 ? " " + std::to_string(waiting) + " values wait in memory." : "";
    return values + (m_control && m_control->mayWait() ? " Training waits." : "");
}

void FeedWriter::sawRecovery() {
    if (!m_isTroubled || m_hasFailed) return;
    {
        const std::lock_guard lock(m_mutex);
        m_trouble.clear();
        m_patience.renew();
    }
    call(m_listener.recovered);
    m_toldObstacle.clear(); // told again if it is still there
    m_isTroubled = false;   // last: training goes on
}

bool FeedWriter::mayEnd() {
    if (!m_hasSeenEnd) return false;
    if (m_hasFailed || m_backlog.empty()) return true;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_patience.isOver()) return false;
    }
    call(m_listener.troubled, "The database could not be written until the end: " +
                                  std::to_string(waitingCount()) + " values are lost.");
    return true;
}

} // namespace core
