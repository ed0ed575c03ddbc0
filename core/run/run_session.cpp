#include "core/run/run_session.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <set>
#include <thread>

#include <QtCore/QDir>

#include "core/run/process_info.h"
#include "core/run/run_reason.h"
#include "core/run/run_state.h"
#include "core/store/clock.h"
#include "core/store/store.h"

namespace core {
namespace {

const std::vector<RunState> kInactive = {RunState::Draft,      RunState::Queued,   RunState::Paused,
                                         RunState::Stopped,    RunState::Finished, RunState::Failed,
                                         RunState::Interrupted};

constexpr auto kRetryInterval = std::chrono::seconds(1);

// Thrown within a transaction to leave the row as it is.
struct NotOurs {};

std::mutex sessionsMutex;
std::multiset<std::string> sessions; // the runs that this process is at

class InSession {
public:
    explicit InSession(const std::string& runId) {
        const std::lock_guard lock(sessionsMutex);
        m_entry = sessions.insert(runId);
    }
    ~InSession() {
        const std::lock_guard lock(sessionsMutex);
        sessions.erase(m_entry);
    }
    InSession(const InSession&) = delete;
    InSession& operator=(const InSession&) = delete;

private:
    std::multiset<std::string>::iterator m_entry;
};

class Session {
public:
    Session(Store& store, const Catalog& catalog, EngineLoader& loader, std::string runId,
            RunControl& control, LiveFeed::Listener listener)
        : m_store(store),
          m_catalog(catalog),
          m_loader(loader),
          m_runId(std::move(runId)),
          m_control(control),
          m_listener(std::move(listener)) {}

    std::optional<JobResult> run(const std::vector<RunState>& from) {
        const InSession entry(m_runId);
        if (!begin(from.empty() ? kInactive : from)) return std::nullopt;
        std::optional<JobResult> result;
        std::string failure;
        try {
            result = train();
        } catch (const std::exception& error) {
            failure = error.what();
        } catch (...) {
            failure = "The engine or a plugin threw something that is not an error.";
        }
        try {
            result ? end(*result) : fail(failure);
        } catch (const NotOurs&) {
            noteTakenOver();
            return std::nullopt;
        }
        return result;
    }

private:
    // Takes the run for this process, in one transaction with the state.
    bool begin(const std::vector<RunState>& from) try {
        const bool isOurs =
            m_store.changeState(m_runId, RunState::Starting, "", from, [&](RunRecord& row) {
                if (row.trashedMs != 0) throw NotOurs(); // deleted while it waited in the queue
                row.pid = m_self.pid;
                row.pidStartMs = m_self.startMs;
                row.host = m_self.host;
                row.heartbeatMs = nowMs();
                row.programVersion = TORCHDESK_VERSION;
                row.request.clear();
            });
        if (isOurs) tellState();
        return isOurs;
    } catch (const NotOurs&) {
        return false;
    }

    JobResult train() {
        Job job = makeJob();
        std::vector<std::string> warnings;
        const auto checkpoint = usableCheckpoint(m_store, m_runId, warnings);
        if (checkpoint) job.resumeCheckpoint = checkpoint->path;
        LiveFeed feed(m_store.folder(), m_runId, feedListener(), checkpoint ? checkpoint->step : 0,
                      &m_control);
        for (const std::string& warning : warnings)
            feed.event({0, EventLevel::Warning, "checkpoint", warning});
        Engine& engine = loadEngine(feed);
        recordMachine(job.config, engine.info());
        noteBegin(feed, checkpoint);
        const JobResult result = engine.run(job, feed, m_control);
        feed.flush();
        return result;
    }

    Job makeJob() {
        const RunRecord row = m_store.run(m_runId).value();
        Job job;
        std::vector<Problem> problems;
        job.config = configOf(row, m_catalog, problems);
        for (const Problem& problem : validate(job.config, m_catalog))
            if (!problem.isWarning && !names(problems, problem.field)) problems.push_back(problem);
        if (!problems.empty()) throw Error(problemsText(problems));
        job.modelPlugin = m_catalog.find(ComponentKind::Model, job.config.model.type)->pluginPath;
        const QDir folder(QString::fromStdString(m_store.folder()));
        job.workspace = folder.absolutePath().toStdString();
        job.artifacts = "artifacts/" + m_runId;
        if (!folder.mkpath(QString::fromStdString(job.artifacts)))
            throw Error("Cannot create the folder " + job.workspace + "/" + job.artifacts +
                        ". Check that you may write there and that the disk is not full.");
        return job;
    }

    // What reading found wrong stands at its default or is found wrong again.
    static bool names(const std::vector<Problem>& problems, const std::string& field) {
        return std::any_of(problems.begin(), problems.end(),
                           [&](const Problem& problem) { return problem.field == field; });
    }

    static std::string problemsText(const std::vector<Problem>& problems) {
        std::string text = "The hyperparameters cannot be used.";
        for (const Problem& problem : problems)
            text += " " + problem.field + ": " + problem.message;
        return text;
    }

    Engine& loadEngine(LiveFeed& feed) {
        if (!m_loader.isLoaded()) feed.progress(phase("Loading LibTorch"));
        Engine& engine = m_loader.engine();
        feed.progress(phase("Starting"));
        return engine;
    }

    Progress phase(const char* text) const {
        const RunRecord row = m_store.run(m_runId).value();
        Progress progress;
        progress.phase = text;
        progress.epoch = row.epoch;
        progress.epochCount = row.epochCount;
        progress.step = row.step;
        progress.totalSteps = row.totalSteps;
        progress.stepsPerEpoch = row.stepsPerEpoch;
        progress.elapsedS = row.seconds;
        return progress;
    }

    void recordMachine(const RunConfig& config, const EngineInfo& info) {
        const std::string device = config.run.text("device");
        const int64_t threads = config.run.integer("threads");
        const int64_t processors = std::thread::hardware_concurrency();
        insist([&] {
            m_store.updateRun(m_runId, [&](RunRecord& row) {
                row.device = device != "auto" ? device : info.hasCuda ? "cuda" : "cpu";
                row.threads = threads > 0 ? threads : std::max<int64_t>(1, processors - 1);
            });
        });
    }

    void noteBegin(LiveFeed& feed, const std::optional<CheckpointRecord>& checkpoint) {
        const RunRecord row = m_store.run(m_runId).value();
        const std::string place = "on " + row.device + " with " + std::to_string(row.threads) +
                                  (row.threads == 1 ? " thread" : " threads") + ", seed " +
                                  std::to_string(row.seed);
        if (checkpoint)
            feed.event({checkpoint->step, EventLevel::Info, "resumed",
                        "Resumed from the checkpoint of step " + std::to_string(checkpoint->step) +
                            " " + place + "."});
        else if (!m_store.segments(m_runId).empty())
            feed.event({0, EventLevel::Warning, "started",
                        "Started over " + place + ": there is no usable checkpoint."});
        else
            feed.event({0, EventLevel::Info, "started", "Started " + place + "."});
    }

    LiveFeed::Listener feedListener() {
        LiveFeed::Listener listener = m_listener;
        listener.trainingStarted = [this] {
            bool isRunning = false;
            insist([&] {
                isRunning =
                    m_store.changeState(m_runId, RunState::Running, "", {RunState::Starting});
            });
            if (isRunning) tellState();
            if (m_listener.trainingStarted) m_listener.trainingStarted();
        };
        listener.stateRequested = [this](RunState state) {
            state == RunState::Stopping ? m_control.stop() : m_control.pause();
            if (m_listener.stateRequested) m_listener.stateRequested(state);
        };
        listener.checkpointRequested = [this] { m_control.checkpointNow(); };
        return listener;
    }

    // What the row must say is tried until the disk takes it, or the program ends.
    void insist(const std::function<void()>& write) {
        bool wasRefused = false;
        while (true) {
            try {
                write();
                break;
            } catch (const StoreBusy& error) {
                if (!m_control.mayWait()) throw;
                if (m_listener.troubled) m_listener.troubled(error.what());
                wasRefused = true;
                std::this_thread::sleep_for(kRetryInterval);
            }
        }
        if (wasRefused && m_listener.recovered) m_listener.recovered();
    }

    static RunState stateFor(Outcome outcome) {
        switch (outcome) {
            case Outcome::Finished:
                return RunState::Finished;
            case Outcome::Stopped:
                return RunState::Stopped;
            case Outcome::Paused:
                break;
        }
        return RunState::Paused;
    }

    void end(const JobResult& result) {
        const RunState state = stateFor(result.outcome);
        const char* kind = state == RunState::Finished  ? "finished"
                           : state == RunState::Stopped ? "stopped"
                                                        : "paused";
        RunRecord ended;
        changeAtEnd(state, result.reason, [&](RunRecord& row) {
            row.epoch = result.epoch;
            row.step = result.step;
            row.seconds = result.seconds;
            row.weightsSha256 = result.weightsSha256;
            ended = row;
        });
        ended.state = state;
        ended.stateReason = result.reason;
        noteEnd({result.step, EventLevel::Info, kind, endText(ended)});
    }

    void fail(const std::string& message) {
        const int64_t step = m_store.run(m_runId).value_or(RunRecord{}).step;
        changeAtEnd(RunState::Failed, message, [](RunRecord&) {});
        noteEnd({step, EventLevel::Error, "error", message});
    }

    void changeAtEnd(RunState state, const std::string& reason,
                     const std::function<void(RunRecord&)>& change) {
        insist([&] {
            m_store.changeState(m_runId, state, reason, {}, [&](RunRecord& row) {
                requireOurs(row);
                change(row);
                row.pid = 0;
            });
        });
    }

    void noteEnd(const RunEvent& event) {
        insist([&] { m_store.addEvent(m_runId, event); });
        tellState();
    }

    void requireOurs(const RunRecord& row) const {
        if (ProcessInfo{row.pid, row.pidStartMs, row.host} != m_self) throw NotOurs();
    }

    void noteTakenOver() {
        const int64_t step = m_store.run(m_runId).value_or(RunRecord{}).step;
        m_store.addEvent(m_runId, {step, EventLevel::Warning, "taken over",
                                   "A program that had not responded ended: another one had "
                                   "resumed this run meanwhile."});
        tellState();
    }

    void tellState() const {
        if (m_listener.stateChanged) m_listener.stateChanged();
    }

    Store& m_store;
    const Catalog& m_catalog;
    EngineLoader& m_loader;
    const std::string m_runId;
    const ProcessInfo m_self = currentProcess();
    RunControl& m_control;
    const LiveFeed::Listener m_listener;
};

} // namespace

bool isInSession(const std::string& runId) {
    const std::lock_guard lock(sessionsMutex);
    return sessions.count(runId) > 0;
}

std::optional<JobResult> runSession(Store& store, const Catalog& catalog, EngineLoader& loader,
                                    const std::string& runId, RunControl& control,
                                    LiveFeed::Listener listener,
                                    const std::vector<RunState>& from) {
    return Session(store, catalog, loader, runId, control, std::move(listener)).run(from);
}

} // namespace core
