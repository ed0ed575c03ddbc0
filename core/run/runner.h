// Run control for the window: owns the core thread and the queue. Lives in the GUI thread; every
// function returns at once, and what happened is told by signals. The one QObject between core and
// ui.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <QtCore/QObject>
#include <QtCore/QString>

#include "core/run/run_config.h"
#include "core/run/run_state.h"
#include "core/summary/summary_sink.h"

namespace core {

class Catalog;
class CoreThread;
class Store;

class Runner : public QObject {
    Q_OBJECT

public:
    // `store` is the GUI thread's; the core thread opens its own on the same folder. Runs that a
    // killed program left behind become Interrupted now, and later ones within seconds.
    Runner(Store& store, const Catalog& catalog, const QString& engineLibrary,
           QObject* parent = nullptr);
    // Pauses what runs (with a checkpoint) and joins the core thread. While the disk is full that
    // is tried for some seconds; what is lost then is told on the terminal.
    ~Runner() override;

    // Inserts a Draft; nothing runs yet. Returns the run's id; empty, with troubled(), when the
    // database refuses.
    QString createRun(const RunConfig& config, const QString& parentId = {});
    void updateDraft(const QString& runId, const RunConfig& config);

    // Each does nothing, with a warning in the run's events, when the run's state does not allow it
    // (run_state.h). Another program may run it: then the request goes through its row and is
    // honoured there.
    void start(const QString& runId); // Draft -> Queued -> ... when its turn comes; Queued: next
    void pause(const QString& runId); // finish the step, checkpoint, free the memory
    void stop(const QString& runId);  // likewise, for good; a Queued run becomes a Draft again
    // Of a run that is Stopping and does not come to a safe point: its row says Stopped from now
    // on. A thread cannot be ended from outside, so the program has to end right after, as by
    // _Exit.
    void giveUp(const QString& runId);
    void resume(const QString& runId,
                int extraEpochs = 0); // extraEpochs: "train more" of a finished run
    void checkpointNow(const QString& runId);

    bool isBusy() const;                           // a run of this program is active or queued
    QString activeRun() const;                     // empty: none
    int queuePosition(const QString& runId) const; // 1: next; 0: not in this program's queue
    void pauseAll(); // empties the queue (runs stay Queued) and pauses the active run
    void stopAll();

    // Loads LibTorch on the core thread and tries each model plugin, so that the first start is
    // quick. Not needed: the first run does it too.
    void loadEngine();

Q_SIGNALS:
    void runChanged(const QString& runId);                                 // its row changed
    void resultsWritten(const QString& runId);                             // at most 10 a second
    void progressed(const QString& runId, const core::Progress& progress); // at most 10 a second
    void troubled(const QString& message); // the database cannot be written; empty: it can again
    // A check in the background found this in the database: the store has become read-only.
    void damaged(const QString& damage);
    void engineReady(const QString& torchVersion, const QString& warning); // after the first load
    void engineFailed(const QString& reason); // of loadEngine(); a run that needs it fails with it
    void pluginFailed(const QString& path, const QString& reason);
    void idle(); // the active run ended and the queue is empty

private Q_SLOTS:
    void deliverNews();
    void lookForInterrupted(); // every few seconds

private:
    void changeRun(const QString& runId, const std::function<void(const std::string&)>& change);
    bool isAllowed(const std::string& runId, RunAction action);
    void enqueue(const std::string& runId, bool isNext);
    void request(const std::string& runId, RunState state, const std::vector<RunState>& from);
    void unqueue(const std::string& runId);
    void checkFile();
    void protectFile(const QString& damage);

    Store& m_store;
    const Catalog& m_catalog;
    int64_t m_lastLookMs = 0;
    bool m_isLookTroubled = false; // the last look failed, and troubled() said so
    std::unique_ptr<CoreThread> m_thread;
    std::jthread m_fileCheck;
};

} // namespace core
