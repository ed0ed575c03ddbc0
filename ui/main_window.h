// The window: places panels, tool bar and docks, and wires them to the Runner. Knows no domain.
// GUI thread.
#pragma once

#include <QtCore/QHash>
#include <QtCore/QTimer>
#include <QtWidgets/QMainWindow>

#include "core/store/run_record.h"
#include "core/summary/summary_sink.h"

namespace core {
class Catalog;
class Runner;
class Store;
} // namespace core

namespace ui {

class Banner;
class Centre;
class ComparePage;
class ConsolePanel;
class Inspector;
class PlotsPage;
class RunActions;
class RunBar;
class RunSelection;
class RunsPanel;
class StatusLine;
class Toast;
class WindowLayout;
class WindowMessages;

class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    // `resourcesDir` holds the configs and data that are shipped with the program.
    MainWindow(core::Store& store, core::Runner& runner, const core::Catalog& catalog,
               const QString& resourcesDir, QWidget* parent = nullptr);
    ~MainWindow() override;

    RunActions& actions() const { return *m_actions; }
    Banner& banner() const;

    void pauseAndClose(); // as a person does, without asking: the session ends

public Q_SLOTS:
    void resetLayout();
    void runDemo();

Q_SIGNALS:
    void workspaceChosen(const QString& folder); // the program opens it in another window
    void endedAtOnce(); // with a run that cannot be stopped: the program ends without any more ado

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    friend void createMenus(MainWindow& window);

    void createPanels(const QString& resourcesDir);
    void connectSelection();
    void connectEditing();
    void connectRunner();
    void connectPages();

    void onRunChanged(const QString& runId);
    void onProgressed(const QString& runId, const core::Progress& progress);
    void onStateChanged(const core::RunRecord& run);
    void showIdle();
    void updateCentre();

    void chooseWorkspace();
    void chooseConfig();
    void showShortcuts();
    bool mayClose();
    void endAtOnce(const QString& runId);

    core::Store& m_store;
    core::Runner& m_runner;
    const core::Catalog& m_catalog;
    RunSelection* m_selection;
    RunActions* m_actions = nullptr;
    Toast* m_toast = nullptr;
    Centre* m_centre = nullptr;
    PlotsPage* m_plots = nullptr;
    ComparePage* m_compare = nullptr;
    RunsPanel* m_runs = nullptr;
    Inspector* m_inspector = nullptr;
    ConsolePanel* m_console = nullptr;
    StatusLine* m_status = nullptr;
    RunBar* m_runBar = nullptr;
    WindowLayout* m_layout = nullptr;
    WindowMessages* m_messages = nullptr;
    QTimer m_refresh; // of the run browser, while results come in
    QHash<QString, core::RunState> m_lastStates;
    bool m_closesUnasked = false;
};

} // namespace ui
