#include "ui/main_window.h"

#include <QtCore/QMimeData>
#include <QtGui/QCloseEvent>
#include <QtGui/QDropEvent>
#include <QtGui/QShortcut>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QMenuBar>

#include "core/run/catalog.h"
#include "core/run/run_state.h"
#include "core/run/runner.h"
#include "core/store/store.h"
#include "ui/centre.h"
#include "ui/common/painter_threads.h"
#include "ui/common/run_selection.h"
#include "ui/common/show_error.h"
#include "ui/common/toast.h"
#include "ui/compare/compare_page.h"
#include "ui/console_panel.h"
#include "ui/details/run_details.h"
#include "ui/editor/run_editor.h"
#include "ui/inspector.h"
#include "ui/plots/plots_page.h"
#include "ui/recent_workspaces.h"
#include "ui/run_actions.h"
#include "ui/run_bar.h"
#include "ui/runs/run_edits.h"
#include "ui/runs/run_row_actions.h"
#include "ui/runs/runs_model.h"
#include "ui/runs/runs_panel.h"
#include "ui/shortcuts_dialog.h"
#include "ui/start_page.h"
#include "ui/status_line.h"
#include "ui/view_bar.h"
#include "ui/window_layout.h"
#include "ui/window_menus.h"
#include "ui/window_messages.h"
#include "ui/window_questions.h"
#include "ui/workspace_copy.h"

namespace ui {
namespace {

using core::RunState;

constexpr int kRefreshMs = 300;
constexpr int kRecentOnStartPage = 4;

QString quoted(const core::RunRecord& run) {
    return QStringLiteral("“%1”").arg(QString::fromStdString(run.name));
}

} // namespace

MainWindow::MainWindow(core::Store& store, core::Runner& runner, const core::Catalog& catalog,
                       const QString& resourcesDir, QWidget* parent)
    : QMainWindow(parent),
      m_store(store),
      m_runner(runner),
      m_catalog(catalog),
      m_selection(new RunSelection(this)) {
    setWindowTitle(QStringLiteral("%1 — Torchdesk")
                       .arg(QDir(QString::fromStdString(store.folder())).dirName()));
    setMinimumSize(1024, 640);
    setAcceptDrops(true);
    createPanels(resourcesDir);
    m_runBar = new RunBar(*m_actions, this);
    addToolBar(m_runBar);
    m_layout = new WindowLayout(this, {m_runs, m_inspector, m_console}, m_runBar);
    createMenus(*this);
    connectSelection();
    connectEditing();
    connectRunner();
    connectPages();
    updateCentre();
    showIdle();
    const QString folder = QString::fromStdString(m_store.folder());
    rememberWorkspace(folder);
    m_centre->startPage().setRecentWorkspaces(recentWorkspaces().mid(1, kRecentOnStartPage));
    m_layout->restore();
    m_inspector->showRun(m_selection->current());
    m_console->setRun(m_selection->current());
    m_messages->showAtStart();
    m_runs->setFocus();
}

MainWindow::~MainWindow() = default;

void MainWindow::createPanels(const QString& resourcesDir) {
    m_actions = new RunActions(m_store, m_runner, m_catalog, *m_selection, resourcesDir, this);
    m_runs = new RunsPanel(m_store, m_catalog, *m_selection, this);
    m_inspector = new Inspector(m_store, m_catalog, this);
    m_console = new ConsolePanel(m_store, this);
    m_status = new StatusLine(this);
    setStatusBar(m_status);

    m_centre = new Centre(m_store, m_catalog, *m_selection, this);
    m_plots = &m_centre->plots();
    m_compare = &m_centre->compare();
    setCentralWidget(m_centre);
    m_messages = new WindowMessages(&m_centre->banner(), m_runner, m_store, m_catalog);
    m_toast = new Toast(this);
    m_runs->rowActions().setToast(m_toast);
}

Banner& MainWindow::banner() const {
    return m_centre->banner();
}

void MainWindow::resetLayout() {
    m_layout->reset();
}

void MainWindow::connectSelection() {
    connect(m_selection, &RunSelection::currentChanged, m_inspector, &Inspector::showRun);
    connect(m_selection, &RunSelection::currentChanged, m_console, &ConsolePanel::setRun);
    connect(m_inspector, &Inspector::titleChanged, m_layout->inspector(), &QWidget::setWindowTitle);
    connect(m_runs, &RunsPanel::opened, m_layout, &WindowLayout::showInspector);
    connect(m_messages, &WindowMessages::resumeRequested, m_actions, &RunActions::resumeRun);
    connect(m_messages, &WindowMessages::workspaceChosen, this, &MainWindow::workspaceChosen);
    auto* copy = new WorkspaceCopy(QString::fromStdString(m_store.folder()), this);
    connect(m_messages, &WindowMessages::copyRequested, copy, &WorkspaceCopy::ask);
    connect(copy, &WorkspaceCopy::copied, m_messages, &WindowMessages::showCopy);
    connect(copy, &WorkspaceCopy::failed, this,
            [this](const QString& message) { showError(this, message); });
    connect(m_messages, &WindowMessages::showRequested, this, [this](const QString& id) {
        m_selection->setCurrent(id);
        m_layout->showInspector();
    });
    m_runs->rowActions().setLifecycle(m_actions->lifecycle());
}

void MainWindow::connectEditing() {
    RunEditor& editor = m_inspector->editor();
    RunDetails& details = m_inspector->details();
    connect(&editor, &RunEditor::configEdited, this,
            [this](const QString& id, const core::RunConfig& config) {
                tryTo(this, [&] { m_runner.updateDraft(id, config); });
            });
    connect(&editor, &RunEditor::startRequested, m_actions, &RunActions::startRun);
    connect(m_actions, &RunActions::startRequested, &editor, &RunEditor::start);
    connect(m_actions, &RunActions::draftCreated, this, [this](const QString& id) {
        startPainterThreads();
        m_runner.loadEngine(); // while the person looks at the form
        m_runs->refresh();
        updateCentre();
        m_selection->setCurrent(id);
        m_layout->showInspector();
    });
    connect(m_actions, &RunActions::endRequested, this, &MainWindow::endAtOnce);
    connect(m_actions, &RunActions::started, m_layout->console(), &QWidget::show);
    connect(&details, &RunDetails::noteEdited, &m_runs->edits(), &RunEdits::setNote);
    connect(&details, &RunDetails::cloneRequested, m_actions, &RunActions::cloneRun);
    connect(&details, &RunDetails::resumeRequested, m_actions, &RunActions::resumeRun);
    connect(m_runs, &RunsPanel::noteRequested, this, [this] {
        m_layout->showInspector();
        m_inspector->details().focusNote();
    });
    connect(m_runs, &RunsPanel::runsEdited, this, [this](const QStringList& ids) {
        for (const QString& id : ids) {
            m_inspector->onRunChanged(id);
            m_plots->onRunChanged(id);
            m_compare->onRunChanged(id);
        }
        m_actions->update();
        updateCentre();
    });
}

void MainWindow::connectRunner() {
    connect(&m_runner, &core::Runner::runChanged, this, &MainWindow::onRunChanged);
    connect(&m_runner, &core::Runner::progressed, this, &MainWindow::onProgressed);
    connect(&m_runner, &core::Runner::resultsWritten, m_console, &ConsolePanel::onResultsWritten);
    connect(&m_runner, &core::Runner::resultsWritten, m_plots, &PlotsPage::onResultsWritten);
    connect(&m_runner, &core::Runner::resultsWritten, m_compare, &ComparePage::onResultsWritten);
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(kRefreshMs);
    connect(&m_refresh, &QTimer::timeout, m_runs, &RunsPanel::refresh);
    connect(&m_runner, &core::Runner::resultsWritten, this, [this] {
        if (!m_refresh.isActive()) m_refresh.start();
    });
    connect(&m_runner, &core::Runner::idle, this, &MainWindow::showIdle);
}

void MainWindow::connectPages() {
    ViewBar& view = m_runBar->view();
    for (CardBoard* board : {&m_plots->board(), &m_compare->board()})
        view.control(*board);
    connect(m_plots, &PlotsPage::failed, this,
            [this](const QString& message) { showError(this, message); });
    connect(m_compare, &ComparePage::failed, this,
            [this](const QString& message) { showError(this, message); });
    connect(&m_runs->model(), &RunsModel::runUpdated, m_inspector, &Inspector::onRunChanged);
    // Runs of other programs: their results are found by the run browser.
    connect(&m_runs->model(), &RunsModel::runUpdated, m_plots, &PlotsPage::onResultsWritten);
    connect(&m_runs->model(), &RunsModel::runUpdated, m_compare, &ComparePage::onResultsWritten);
    connect(&m_runs->model(), &RunsModel::runUpdated, this, [this](const QString& id) {
        m_console->onResultsWritten(id);
        if (id == m_selection->current()) m_actions->update();
    });
    const auto onPlots = [this](const QKeySequence& keys, auto act) {
        auto* shortcut = new QShortcut(keys, m_plots);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut); // never in a text field elsewhere
        connect(shortcut, &QShortcut::activated, this, act);
    };
    onPlots(QKeySequence(Qt::Key_BracketLeft), [&view] { view.stepSmoothing(-1); });
    onPlots(QKeySequence(Qt::Key_BracketRight), [&view] { view.stepSmoothing(1); });
    onPlots(QKeySequence(Qt::Key_O), [&view] { view.toggleOutliers(); });
    onPlots(QKeySequence(Qt::Key_Slash), [this] { m_plots->focusTagFilter(); });

    StartPage* start = &m_centre->startPage();
    connect(start, &StartPage::demoRequested, this, &MainWindow::runDemo);
    connect(start, &StartPage::newRunRequested, m_actions->newRun(), &QAction::trigger);
    connect(start, &StartPage::openRequested, this, &MainWindow::chooseWorkspace);
    connect(start, &StartPage::workspaceRequested, this, &MainWindow::workspaceChosen);
}

void MainWindow::updateCentre() {
    const bool isEmpty = m_runs->model().rowCount() == 0;
    m_centre->setEmpty(isEmpty);
    m_runBar->setViewShown(!isEmpty);
}

void MainWindow::onRunChanged(const QString& runId) {
    m_runs->refresh();
    m_inspector->onRunChanged(runId);
    m_plots->onRunChanged(runId);
    m_compare->onRunChanged(runId);
    m_console->onResultsWritten(runId);
    m_actions->update();
    updateCentre();
    const int at = m_runs->model().indexOf(runId);
    if (at < 0) return;
    const core::RunRecord& run = m_runs->model().row(at).record;
    const bool isNew = !m_lastStates.contains(runId);
    if (isNew || m_lastStates[runId] != run.state) {
        m_lastStates[runId] = run.state;
        onStateChanged(run);
    }
}

void MainWindow::onStateChanged(const core::RunRecord& run) {
    if (core::isActive(run.state)) {
        m_status->setProgress(
            QStringLiteral("%1 %2").arg(QLatin1String(core::toText(run.state)), quoted(run)), {});
    }
    if (run.state == RunState::Failed) m_messages->showFailure(run);
    if (!m_runner.isBusy()) showIdle();
}

void MainWindow::onProgressed(const QString& runId, const core::Progress& progress) {
    const int at = m_runs->model().indexOf(runId);
    if (at < 0) return;
    const core::RunRecord& run = m_runs->model().row(at).record;
    m_status->setProgress(
        QStringLiteral("%1 %2").arg(QLatin1String(core::toText(run.state)), quoted(run)), progress);
}

void MainWindow::showIdle() {
    const int count = m_runs->model().rowCount();
    m_status->setIdle(count == 1 ? tr("1 run") : tr("%1 runs").arg(count));
}

void MainWindow::runDemo() {
    m_actions->runDemo();
    if (!m_runner.isBusy()) return;
    m_messages->showHint();
}

void MainWindow::chooseWorkspace() {
    const QString folder = QFileDialog::getExistingDirectory(
        this, tr("Open workspace"), QString::fromStdString(m_store.folder()));
    if (!folder.isEmpty()) Q_EMIT workspaceChosen(folder);
}

void MainWindow::chooseConfig() {
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open config"), {}, tr("Configs (*.json)"));
    if (!path.isEmpty()) m_actions->createFromFile(path);
}

void MainWindow::showShortcuts() {
    ShortcutsDialog(*menuBar(), this).exec();
}

// With a run at work a person decides what becomes of it.
bool MainWindow::mayClose() {
    if (!m_runner.isBusy() || m_closesUnasked) return true;
    if (const QString& trouble = m_messages->trouble(); !trouble.isEmpty())
        return askBeforeLosingResults(this, trouble);
    switch (askBeforeClosing(this)) {
        case CloseAnswer::Pause:
            m_runner.pauseAll();
            return true;
        case CloseAnswer::Stop:
            m_runner.stopAll();
            return true;
        case CloseAnswer::Cancel:
            break;
    }
    return false;
}

void MainWindow::pauseAndClose() {
    m_runner.pauseAll();
    m_closesUnasked = true;
    close();
}

void MainWindow::endAtOnce(const QString& runId) {
    QString name;
    std::optional<int64_t> step;
    tryTo(this, [&] {
        const auto run = m_store.run(runId.toStdString());
        const auto checkpoints = m_store.checkpoints(runId.toStdString());
        if (run) name = QString::fromStdString(run->name);
        if (!checkpoints.empty()) step = checkpoints.back().step;
    });
    if (!askBeforeEndingAtOnce(this, name, step)) return;
    if (m_runner.activeRun() != runId) return; // it has come to its end meanwhile
    m_inspector->editor().flush();
    m_layout->save();
    m_runner.giveUp(runId);
    Q_EMIT endedAtOnce();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    m_inspector->editor().flush();
    if (!mayClose()) return event->ignore();
    m_layout->save();
    QMainWindow::closeEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    if (m_layout) m_layout->arrangeForWidth();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    for (const QUrl& url : event->mimeData()->urls()) {
        const QFileInfo file(url.toLocalFile());
        if (file.isDir())
            Q_EMIT workspaceChosen(file.absoluteFilePath());
        else
            m_actions->createFromFile(file.absoluteFilePath());
    }
}

} // namespace ui
