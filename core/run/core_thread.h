// The thread that trains: takes runs from a queue, one at a time. Its functions may be called by
// any thread; it tells what happens by Runner's signals.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/run/run_control.h"
#include "core/run/run_session.h"
#include "core/run/runner.h"

namespace core {

class CoreThread {
public:
    CoreThread(Runner& runner, std::string workspace, const Catalog& catalog,
               const std::string& engineLibrary);
    // Pauses the active run and joins. While the disk is full it tries for some seconds only.
    ~CoreThread();

    void enqueue(const std::string& runId, bool isNext);
    bool unqueue(const std::string& runId); // false: it was not waiting
    std::vector<std::string> clearQueue();  // what was waiting
    void loadEngine();

    std::string activeRun() const;
    int queuePosition(const std::string& runId) const;
    bool isBusy() const;
    // Does nothing unless the run is the active one.
    void request(const std::string& runId, RunControl::Request request);
    void requestCheckpoint(const std::string& runId);

    // Has the signal emitted in Runner's own thread: who listens needs no care, not even a
    // QSignalSpy. Any thread.
    template <typename... Parameters, typename... Values>
    void tell(void (Runner::*signal)(Parameters...), Values... values) {
        const std::lock_guard lock(m_newsMutex);
        m_news.push_back([=, this] { Q_EMIT(m_runner.*signal)(values...); });
        if (m_news.size() == 1)
            QMetaObject::invokeMethod(&m_runner, "deliverNews", Qt::QueuedConnection);
    }
    void deliverNews(); // emits the signals that wait; Runner's thread

private:
    void run(const std::stop_token& stop);
    bool takeWork(const std::stop_token& stop, std::string& runId);
    void runOne(const std::string& runId);
    void finishOne();
    void prepareEngine();
    void tellEngine();
    void checkPlugins();
    void tellTrouble(const std::string& message);
    LiveFeed::Listener listenerFor(const QString& runId);

    Runner& m_runner;
    const std::string m_workspace;
    const Catalog& m_catalog;

    mutable std::mutex m_mutex; // the members down to the next blank line
    std::condition_variable_any m_wake;
    std::deque<std::string> m_queue;
    std::string m_activeRun;
    std::unique_ptr<RunControl> m_control; // of the active run
    bool m_wantsEngine = false;

    std::atomic<bool> m_isClosing{false};
    std::mutex m_newsMutex; // the members down to the next blank line
    std::vector<std::function<void()>> m_news;
    std::string m_lastWarning; // on the terminal

    EngineLoader m_loader;  // core thread
    bool m_hasTold = false; // engineReady
    bool m_hasCheckedPlugins = false;

    std::jthread m_thread; // last: it uses all the others
};

} // namespace core
