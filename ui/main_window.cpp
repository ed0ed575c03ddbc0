#include "ui/main_window.h"

#include <QtCore/QMimeData>
#include <QtCore/QSettings>
#include <QtGui/QCloseEvent>
#include <QtGui/QDropEvent>
#include <QtGui/QShortcut>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QToolBar>
#include <QtWidgets/QVBoxLayout>

#include "core/run/catalog.h"
#include "core/run/run_state.h"
#include "core/run/runner.h"
#include "core/store/store.h"
#include "ui/common/banner.h"
#include "ui/common/format.h"
#include "ui/common/painter_threads.h"
#include "ui/common/run_selection.h"
#include "ui/common/show_error.h"
#include "ui/common/theme.h"
#include "ui/common/toast.h"
#include "ui/compare/compare_page.h"
#include "ui/console_panel.h"
#include "ui/details/run_details.h"
#include "ui/editor/run_editor.h"
#include "ui/inspector.h"
#include "ui/plots/plots_page.h"
#include "ui/run_actions.h"
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
#include "ui/workspace_copy.h"

namespace ui {
namespace {

using core::RunState;

constexpr int kRefreshMs = 300;
constexpr int kMostRecent = 8;

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
    createToolBar();
    m_layout = new WindowLayout(this, {m_runs, m_inspector, m_console}, m_runBar);
    createMenus(*this);
    connectSelection();
    connectEditing();
    connectRunner();
    connectPages();
    updateCentre();
    showIdle();
    rememberWorkspace();
    m_layout->restore();
    m_inspector->showRun(m_selection->current());
    m_console->setRun(m_selection->current());
    m_messages->showAtStart();
    m_runs->setFocus();
}

MainWindow::~MainWindow() = default;

void MainWindow::createPanels(const QString& resourcesDir) {
    auto* centre = new QWidget(this);
    m_banner = new Banner(centre);
    m_messages = new WindowMessages(m_banner, m_runner, m_store, m_catalog);
    m_actions = new RunActions(m_store, m_runner, m_catalog, *m_selection, resourcesDir, this);
    m_runs = new RunsPanel(m_store, m_catalog, *m_selection, this);
    m_inspector = new Inspector(m_store, m_catalog, this);
    m_console = new ConsolePanel(m_store, this);
    m_status = new StatusLine(this);
    setStatusBar(m_status);

    m_startPage = new StartPage(centre);
    m_tabs = new QTabWidget(centre);
    m_tabs->setObjectName(QStringLiteral("pages"));
    m_tabs->setDocumentMode(true);
    m_plots =
        new PlotsPage(QString::fromStdString(m_store.folder()), m_store, *m_selection, m_tabs);
    m_compare = new ComparePage(m_store, m_catalog, *m_selection, m_tabs);
    m_tabs->addTab(m_plots, tr("Plots"));
    m_tabs->addTab(m_compare, tr("Compare"));
    m_centre = new QStackedWidget(centre);
    m_centre->addWidget(m_startPage);
    m_centre->addWidget(m_tabs);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_banner);
    layout->addWidget(m_centre, 1);
    setCentralWidget(centre);
    m_toast = new Toast(this);
    m_runs->rowActions().setToast(m_toast);
}

void MainWindow::createToolBar() {
    m_runBar = addToolBar(tr("Run"));
    m_runBar->setObjectName(QStringLiteral("runBar"));
    m_runBar->setMovable(false);
    m_runBar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_runBar->addAction(m_actions->newRun());
    m_runBar->addSeparator();
    m_runBar->addActions(m_actions->lifecycle());
    auto* space = new QWidget(m_runBar);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_runBar->addWidget(space);
    m_viewBar = new ViewBar(m_runBar);
    m_viewAction = m_runBar->addWidget(m_viewBar);
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
    for (CardBoard* board : {&m_plots->board(), &m_compare->board()}) {
        connect(m_viewBar, &ViewBar::smoothingChanged, board, &CardBoard::setSmoothing);
        connect(m_viewBar, &ViewBar::xAxisChanged, board,
                [board](int axis) { board->setXAxis(static_cast<XAxis>(axis)); });
        connect(m_viewBar, &ViewBar::followChanged, board, &CardBoard::setFollow);
        connect(m_viewBar, &ViewBar::linkXChanged, board, &CardBoard::setLinkX);
        connect(m_viewBar, &ViewBar::outliersChanged, board, &CardBoard::setHidesOutliers);
    }
    m_viewBar->tellAll();
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
    onPlots(QKeySequence(Qt::Key_BracketLeft), [this] { m_viewBar->stepSmoothing(-1); });
    onPlots(QKeySequence(Qt::Key_BracketRight), [this] { m_viewBar->stepSmoothing(1); });
    onPlots(QKeySequence(Qt::Key_O), [this] { m_viewBar->toggleOutliers(); });
    onPlots(QKeySequence(Qt::Key_Slash), [this] { m_plots->focusTagFilter(); });

    connect(m_startPage, &StartPage::demoRequested, this, &MainWindow::runDemo);
    connect(m_startPage, &StartPage::newRunRequested, m_actions->newRun(), &QAction::trigger);
    connect(m_startPage, &StartPage::openRequested, this, &MainWindow::chooseWorkspace);
    connect(m_startPage, &StartPage::workspaceRequested, this, &MainWindow::workspaceChosen);
}

void MainWindow::updateCentre() {
    const bool isEmpty = m_runs->model().rowCount() == 0;
    m_centre->setCurrentWidget(isEmpty ? static_cast<QWidget*>(m_startPage) : m_tabs);
    m_viewAction->setVisible(!isEmpty);
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

void MainWindow::rememberWorkspace() {
    QSettings settings;
    QStringList folders = settings.value("recentWorkspaces").toStringList();
    const QString own = QString::fromStdString(m_store.folder());
    folders.removeAll(own);
    m_startPage->setRecentWorkspaces(folders.mid(0, 4));
    folders.prepend(own);
    settings.setValue("recentWorkspaces", folders.mid(0, kMostRecent));
}

void MainWindow::showShortcuts() {
    ShortcutsDialog(*menuBar(), this).exec();
}

void MainWindow::showAbout() {
    const QString version = m_messages->torchVersion();
    const QString torch = version.isEmpty() ? tr("loaded with the first run") : version;
    QMessageBox::about(
        this, tr("About Torchdesk"),
        tr("<b>Torchdesk %1</b><p>Configure, run, watch and compare the training of "
           "neural networks.</p><p>Qt %2 · LibTorch %3</p><p>GPL-3.0-or-later. Icons: "
           "Breeze (LGPL-3.0-or-later). Plots: QCustomPlot.</p>")
            .arg(QCoreApplication::applicationVersion(), QLatin1String(qVersion()), torch));
}

// With a run at work a person decides what becomes of it.
bool MainWindow::mayClose() {
    if (!m_runner.isBusy()) return true;
    if (!m_messages->trouble().isEmpty()) return mayLoseResults();
    QMessageBox box(QMessageBox::Question, tr("A run is at work"),
                    tr("Training has not ended. What shall become of it?"), QMessageBox::NoButton,
                    this);
    box.setInformativeText(tr("A paused run goes on from its checkpoint when you resume it."));
    QPushButton* pause = box.addButton(tr("Pause and quit"), QMessageBox::AcceptRole);
    QPushButton* stop = box.addButton(tr("Stop and quit"), QMessageBox::DestructiveRole);
    box.addButton(QMessageBox::Cancel);
    box.setDefaultButton(pause);
    box.exec();
    if (box.clickedButton() == pause)
        m_runner.pauseAll();
    else if (box.clickedButton() == stop)
        m_runner.stopAll();
    else
        return false;
    return true;
}

// Neither a pause nor a stop can save anything now.
bool MainWindow::mayLoseResults() {
    QMessageBox box(QMessageBox::Warning, tr("Results are not saved yet"), m_messages->trouble(),
                    QMessageBox::NoButton, this);
    box.setInformativeText(
        tr("Quitting now loses what waits in memory, and the training since the last checkpoint. "
           "Remove the cause first: then all of it is written, and this message goes."));
    QPushButton* quit = box.addButton(tr("Quit and lose it"), QMessageBox::DestructiveRole);
    box.setDefaultButton(box.addButton(QMessageBox::Cancel));
    box.exec();
    return box.clickedButton() == quit;
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
