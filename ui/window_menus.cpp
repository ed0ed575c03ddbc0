#include "ui/window_menus.h"

#include <QtGui/QActionGroup>
#include <QtGui/QUndoStack>
#include <QtWidgets/QApplication>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QTabWidget>

#include "ui/centre.h"
#include "ui/common/icons.h"
#include "ui/common/theme.h"
#include "ui/main_window.h"
#include "ui/recent_workspaces.h"
#include "ui/run_actions.h"
#include "ui/runs/run_edits.h"
#include "ui/runs/run_row_actions.h"
#include "ui/runs/runs_panel.h"
#include "ui/window_layout.h"
#include "ui/window_messages.h"

namespace ui {
namespace {

void addThemes(QMenu& menu) {
    auto* group = new QActionGroup(&menu);
    const std::pair<ThemeChoice, QString> choices[] = {
        {ThemeChoice::System, MainWindow::tr("As the system")},
        {ThemeChoice::Light, MainWindow::tr("Light")},
        {ThemeChoice::Dark, MainWindow::tr("Dark")}};
    for (const auto& [choice, text] : choices) {
        QAction* action = menu.addAction(text);
        action->setCheckable(true);
        action->setChecked(savedTheme() == choice);
        group->addAction(action);
        QObject::connect(action, &QAction::triggered, &menu, [choice = choice] {
            saveTheme(choice);
            applyTheme(*qApp, choice);
        });
    }
}

void addTabs(QMenu& menu, QTabWidget& tabs) {
    for (int i = 0; i < tabs.count(); ++i) {
        QAction* action = menu.addAction(tabs.tabText(i));
        action->setShortcut(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i)));
        QObject::connect(action, &QAction::triggered, &tabs,
                         [&tabs, i] { tabs.setCurrentIndex(i); });
    }
}

void addRecent(QMenu& menu, MainWindow& window) {
    menu.clear();
    const QStringList folders = recentWorkspaces();
    for (const QString& folder : folders)
        menu.addAction(folder, &window,
                       [&window, folder] { Q_EMIT window.workspaceChosen(folder); });
    menu.setEnabled(!folders.isEmpty());
}

} // namespace

void createMenus(MainWindow& window) {
    const auto tr = [](const char* text) { return MainWindow::tr(text); };
    RunActions& actions = window.actions();
    QMenu* file = window.menuBar()->addMenu(tr("&File"));
    file->addAction(actions.newRun());
    file->addAction(icon(QStringLiteral("open")), tr("Open &config…"), QKeySequence::Open, &window,
                    &MainWindow::chooseConfig);
    file->addSeparator();
    file->addAction(icon(QStringLiteral("open-folder")), tr("Open &workspace…"),
                    QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O), &window,
                    &MainWindow::chooseWorkspace);
    QMenu* recent = file->addMenu(tr("Open &recent"));
    QObject::connect(file, &QMenu::aboutToShow, recent,
                     [recent, &window] { addRecent(*recent, window); });
    file->addSeparator();
    file->addAction(icon(QStringLiteral("quit")), tr("&Quit"), QKeySequence::Quit, &window,
                    &QWidget::close);

    QMenu* edit = window.menuBar()->addMenu(tr("&Edit"));
    QUndoStack* undo = window.m_runs->edits().undoStack();
    QAction* undoAction = undo->createUndoAction(edit, tr("Undo"));
    undoAction->setIcon(icon(QStringLiteral("undo")));
    undoAction->setShortcut(QKeySequence::Undo);
    QAction* redoAction = undo->createRedoAction(edit, tr("Redo"));
    redoAction->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z));
    edit->addActions({undoAction, redoAction});
    edit->addSeparator();
    edit->addActions(window.m_runs->rowActions().actions());
    edit->addSeparator();
    edit->addAction(icon(QStringLiteral("search")), tr("&Find runs"), QKeySequence::Find,
                    window.m_runs, &RunsPanel::focusSearch);

    QMenu* run = window.menuBar()->addMenu(tr("&Run"));
    run->addActions(actions.lifecycle());
    run->addSeparator();
    run->addAction(actions.checkpoint());

    QMenu* view = window.menuBar()->addMenu(tr("&View"));
    addTabs(*view, window.m_centre->tabs());
    view->addSeparator();
    window.m_layout->runs()->toggleViewAction()->setShortcut(QKeySequence(Qt::Key_F9));
    for (QDockWidget* dock :
         {window.m_layout->runs(), window.m_layout->inspector(), window.m_layout->console()})
        view->addAction(dock->toggleViewAction());
    view->addSeparator();
    addThemes(*view->addMenu(tr("&Theme")));
    QAction* full = view->addAction(icon(QStringLiteral("fullscreen")), tr("Full screen"));
    full->setShortcut(QKeySequence(Qt::Key_F11));
    QObject::connect(full, &QAction::triggered, &window, [&window] {
        window.setWindowState(window.windowState() ^ Qt::WindowFullScreen);
    });
    view->addAction(tr("Reset &layout"), &window, &MainWindow::resetLayout);

    QMenu* help = window.menuBar()->addMenu(tr("&Help"));
    help->addAction(icon(QStringLiteral("keyboard")), tr("&Keyboard shortcuts"),
                    QKeySequence(Qt::Key_F1), &window, &MainWindow::showShortcuts);
    help->addAction(icon(QStringLiteral("plugins")), tr("&Models and plugins"), window.m_messages,
                    &WindowMessages::showPlugins);
    help->addAction(icon(QStringLiteral("about")), tr("&About Torchdesk"), window.m_messages,
                    &WindowMessages::showAbout);
}

} // namespace ui
