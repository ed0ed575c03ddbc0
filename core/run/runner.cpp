#include "core/run/runner.h"

#include <chrono>
#include <functional>
#include <memory>
#include <utility>

#include <QtCore/QTimer>

#include "core/run/core_thread.h"
#include "core/run/run_reason.h"
#include "core/run/run_session.h"
#include "core/store/clock.h"
#include "core/store/store.h"

namespace core {
namespace {

using namespace std::chrono_literals;

constexpr auto kLookInterval = 5s;

const char* verbOf(RunAction action) {
    switch (action) {
        case RunAction::Start:
            return "start";
        case RunAction::Pause:
            return "pause";
        case RunAction::Stop:
            return "stop";
        case RunAction::Resume:
            return "resume";
        case RunAction::Clone:
            return "clone";
        case RunAction::Trash:
            return "delete";
        case RunAction::CheckpointNow:
            return "make a checkpoint of";
    }
    return "do that to";
}

} // namespace

Runner::Runner(Store& store, const Catalog& catalog, const QString& engineLibrary, QObject* parent)
    : QObject(parent),
      m_store(store),
      m_catalog(catalog),
      m_thread(std::make_unique<CoreThread>(*this, store.folder(), catalog,
                                            engineLibrary.toStdString())) {
    qRegisterMetaType<core::Progress>();
    connect(this, &Runner::damaged, this, &Runner::protectFile); // before anyone else hears of it
    lookForInterrupted();
    auto* timer = new QTimer(this);
    connect(timer, &QTimer::timeout, this, &Runner::lookForInterrupted);
    timer->start(kLookInterval);
    checkFile();
}

Runner::~Runner() {
    m_fileCheck.request_stop();
    pauseAll();
    m_thread.reset();
}

QString Runner::createRun(const RunConfig& config, const QString& parentId) {
    QString id;
    changeRun({}, [&](const std::string&) {
        id = QString::fromStdString(core::createRun(m_store, config, parentId.toStdString()).id);
    });
    if (!id.isEmpty()) Q_EMIT runChanged(id);
    return id;
}

void Runner::updateDraft(const QString& runId, const RunConfig& config) {
    changeRun(runId, [&](const std::string& id) {
        m_store.changeState(id, RunState::Draft, "", {RunState::Draft}, [&](RunRecord& run) {
            run.name = config.name.empty() ? run.name : config.name;
            fillFromConfig(run, config);
        });
    });
}

void Runner::start(const QString& runId) {
    changeRun(runId, [&](const std::string& id) {
        if (!isAllowed(id, RunAction::Start)) return;
        const bool isWaiting = m_thread->queuePosition(id) > 0;
        enqueue(id, isWaiting);
    });
}

void Runner::resume(const QString& runId, int extraEpochs) {
    changeRun(runId, [&](const std::string& id) {
        if (!isAllowed(id, RunAction::Resume)) return;
        if (extraEpochs > 0) addEpochs(m_store, m_catalog, id, extraEpochs);
        enqueue(id, false);
    });
}

void Runner::enqueue(const std::string& runId, bool isNext) {
    const RunState state = m_store.run(runId)->state;
    if (m_store.changeState(runId, RunState::Queued, "", {state})) m_thread->enqueue(runId, isNext);
}

void Runner::pause(const QString& runId) {
    changeRun(runId, [&](const std::string& id) {
        if (!isAllowed(id, RunAction::Pause)) return;
        m_thread->request(id, RunControl::Request::Pause); // first: the disk may be full
        request(id, RunState::Pausing, {RunState::Running});
    });
}

void Runner::stop(const QString& runId) {
    changeRun(runId, [&](const std::string& id) {
        if (!isAllowed(id, RunAction::Stop)) return;
        const RunState state = m_store.run(id)->state;
        if (state == RunState::Queued) return unqueue(id);
        if (state == RunState::Paused) {
            m_store.changeState(id, RunState::Stopped, "user", {RunState::Paused});
            const RunRecord run = m_store.run(id).value();
            m_store.addEvent(id, {run.step, EventLevel::Info, "stopped", endText(run)});
            return;
        }
        m_thread->request(id, RunControl::Request::Stop);
        request(id, RunState::Stopping, {RunState::Starting, RunState::Running, RunState::Pausing});
    });
}

// The row is how another program hears of it; this one's core thread is told directly as well.
void Runner::request(const std::string& runId, RunState state, const std::vector<RunState>& from) {
    m_store.changeState(runId, state, "", from);
}

// A run that has results already is not a draft, whose hyperparameters may change.
void Runner::unqueue(const std::string& runId) {
    const bool wasWaiting = m_thread->unqueue(runId);
    if (!wasWaiting && m_thread->activeRun() == runId) // its turn has just come
        return m_thread->request(runId, RunControl::Request::Stop);
    const bool hasRun = m_store.run(runId)->startedMs > 0;
    m_store.changeState(runId, hasRun ? RunState::Stopped : RunState::Draft, hasRun ? "user" : "",
                        {RunState::Queued});
}

void Runner::giveUp(const QString& runId) {
    changeRun(runId, [&](const std::string& id) {
        if (m_thread->activeRun() != id) return;
        const auto checkpoints = m_store.checkpoints(id);
        const std::string left = checkpoints.empty()
                                     ? "there is no checkpoint to go on from."
                                     : "what was learned after the checkpoint of step " +
                                           std::to_string(checkpoints.back().step) + " is lost.";
        m_store.changeState(id, RunState::Stopped, "user", {RunState::Stopping},
                            [](RunRecord& run) { run.pid = 0; });
        m_store.addEvent(id, {m_store.run(id)->step, EventLevel::Warning, "stopped",
                              "Ended at once, in the middle of a step: " + left});
    });
}

void Runner::checkpointNow(const QString& runId) {
    changeRun(runId, [&](const std::string& id) {
        if (!isAllowed(id, RunAction::CheckpointNow)) return;
        if (m_thread->activeRun() == id) return m_thread->requestCheckpoint(id);
        m_store.updateRun(id, [](RunRecord& run) { run.request = "checkpoint"; });
    });
}

bool Runner::isBusy() const {
    return m_thread->isBusy();
}

QString Runner::activeRun() const {
    return QString::fromStdString(m_thread->activeRun());
}

int Runner::queuePosition(const QString& runId) const {
    return m_thread->queuePosition(runId.toStdString());
}

void Runner::pauseAll() {
    m_thread->clearQueue();
    const std::string active = m_thread->activeRun();
    if (active.empty()) return;
    changeRun(QString::fromStdString(active), [&](const std::string& id) {
        // Also while it is Starting, where the state cannot say so yet.
        m_thread->request(id, RunControl::Request::Pause);
        request(id, RunState::Pausing, {RunState::Running});
    });
}

void Runner::stopAll() {
    for (const std::string& id : m_thread->clearQueue())
        changeRun(QString::fromStdString(id), [&](const std::string& run) { unqueue(run); });
    const QString active = activeRun();
    if (!active.isEmpty()) stop(active);
}

// A large file; the Store has checked a small one itself.
void Runner::checkFile() {
    if (!m_store.needsCheck()) return;
    m_fileCheck = std::jthread(
        [thread = m_thread.get(), folder = m_store.folder()](const std::stop_token& stop) {
            try {
                const std::string damage = Store::findDamage(folder, stop);
                if (!damage.empty()) thread->tell(&Runner::damaged, QString::fromStdString(damage));
            } catch (const Error& error) {
                thread->tell(&Runner::troubled, QString::fromStdString(error.what()));
            }
        });
}

void Runner::protectFile(const QString& damage) {
    m_thread->clearQueue();
    m_thread->request(m_thread->activeRun(), RunControl::Request::Pause);
    changeRun({}, [&](const std::string&) { m_store.protect(damage.toStdString()); });
}

void Runner::deliverNews() {
    if (m_thread) m_thread->deliverNews(); // not while the destructor joins
}

void Runner::loadEngine() {
    m_thread->loadEngine();
}

bool Runner::isAllowed(const std::string& runId, RunAction action) {
    const auto run = m_store.run(runId);
    if (!run) throw Error("There is no such run. It may have been deleted.");
    if (allows(run->state, action, !m_store.checkpoints(runId).empty())) return true;
    m_store.addEvent(runId, {run->step, EventLevel::Warning, "refused",
                             std::string("Cannot ") + verbOf(action) + " a run that is " +
                                 toText(run->state) + "."});
    return false;
}

// The edge where errors of the database become a signal.
void Runner::changeRun(const QString& runId,
                       const std::function<void(const std::string&)>& change) {
    try {
        change(runId.toStdString());
        if (!runId.isEmpty()) Q_EMIT runChanged(runId);
    } catch (const Error& error) {
        Q_EMIT troubled(QString::fromStdString(error.what()));
    }
}

void Runner::lookForInterrupted() {
    // After the computer slept every heartbeat is old: give the living time for a new one.
    const int64_t now = nowMs();
    const bool hasSlept = m_lastLookMs > 0 && now - m_lastLookMs > 2 * kLookInterval.count() * 1000;
    m_lastLookMs = now;
    if (hasSlept) return;
    try {
        for (const std::string& id : interruptedRuns(m_store))
            Q_EMIT runChanged(QString::fromStdString(id));
        if (std::exchange(m_isLookTroubled, false)) Q_EMIT troubled({});
    } catch (const Error& error) {
        m_isLookTroubled = true;
        Q_EMIT troubled(QString::fromStdString(error.what()));
    }
}

} // namespace core
