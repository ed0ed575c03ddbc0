// What can be done with runs, as actions for tool bar, menus and keys: enabled by the state of the
// current run, carried out by the Runner. GUI thread.
#pragma once

#include <QtCore/QObject>
#include <QtCore/QTimer>
#include <QtGui/QAction>

#include "core/run/run_config.h"
#include "core/run/run_state.h"

namespace core {
class Catalog;
class Runner;
class Store;
} // namespace core

namespace ui {

class RunSelection;

class RunActions : public QObject {
    Q_OBJECT

public:
    // `resourcesDir` holds configs/, from which the demo and new runs are made.
    RunActions(core::Store& store, core::Runner& runner, const core::Catalog& catalog,
               RunSelection& selection, QString resourcesDir, QWidget* window);

    QAction* newRun() const { return m_new; }
    QAction* start() const { return m_start; }
    QAction* pause() const { return m_pause; }
    QAction* stop() const { return m_stop; }
    QAction* resume() const { return m_resume; }
    QAction* clone() const { return m_clone; }
    QAction* checkpoint() const { return m_checkpoint; }
    QList<QAction*> lifecycle() const; // in the order of the tool bar

    void update(); // after the current run or its state has changed

    // Each makes a draft and selects it; the id is empty when that failed (shown in the window).
    QString createRun(const core::RunConfig& config, const QString& parentId = {});
    QString createFromFile(const QString& path);
    QString cloneRun(const QString& runId);
    void runDemo();
    void startRun(const QString& runId);
    void resumeRun(const QString& runId);

Q_SIGNALS:
    void draftCreated(const QString& runId);
    void started(const QString& runId);        // or resumed: it is in the queue now
    void startRequested(const QString& runId); // of a draft: its editor checks the form first
    void endRequested(const QString& runId);   // a run that was stopped and does not end

private:
    QAction* add(const QString& name, const QString& text, const QString& iconName,
                 const QString& help, const QKeySequence& keys, void (RunActions::*slot)());
    void createDefaultRun();
    void startCurrent();
    void pauseCurrent();
    void stopCurrent();
    void resumeCurrent();
    void cloneCurrent();
    void checkpointCurrent();
    std::string freeName(const std::string& wanted) const;
    bool allows(core::RunAction action) const;
    void updateStop();

    core::Store& m_store;
    core::Runner& m_runner;
    const core::Catalog& m_catalog;
    RunSelection& m_selection;
    QString m_resourcesDir;
    QWidget* m_window;
    core::RunState m_state = core::RunState::Draft; // of the current run
    bool m_hasCurrent = false;
    bool m_hasCheckpoint = false;
    QString m_stopping;       // the current run while it is Stopping in this program
    bool m_isOverdue = false; // and does not come to a safe point
    QTimer m_patience{this};
    QAction* m_new;
    QAction* m_start;
    QAction* m_pause;
    QAction* m_stop;
    QAction* m_resume;
    QAction* m_clone;
    QAction* m_checkpoint;
};

// The config stored with a run; throws Error when there is no such run.
core::RunConfig storedConfig(core::Store& store, const core::Catalog& catalog,
                             const QString& runId);

} // namespace ui
