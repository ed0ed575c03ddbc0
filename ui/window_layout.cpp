#include "ui/window_layout.h"

#include <QtCore/QSettings>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QMainWindow>
#include <QtWidgets/QToolBar>

namespace ui {
namespace {

constexpr int kLayoutVersion = 1; // of what saveState() wrote
constexpr int kNarrowWidth = 1100;
constexpr int kRunsWidth = 368;
constexpr int kInspectorWidth = 316;
constexpr int kConsoleHeight = 160;

} // namespace

WindowLayout::WindowLayout(QMainWindow* window, const Panels& panels, QToolBar* runBar)
    : QObject(window),
      m_window(*window),
      m_runBar(*runBar),
      m_runs(
          createDock(QStringLiteral("runsDock"), tr("Runs"), panels.runs, Qt::LeftDockWidgetArea)),
      m_inspector(createDock(QStringLiteral("inspectorDock"), tr("Details"), panels.inspector,
                             Qt::RightDockWidgetArea)),
      m_console(createDock(QStringLiteral("consoleDock"), tr("Console"), panels.console,
                           Qt::BottomDockWidgetArea)) {
    window->setDockNestingEnabled(true);
    window->setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    window->setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    reset();
}

QDockWidget* WindowLayout::createDock(const QString& name, const QString& title, QWidget* panel,
                                      Qt::DockWidgetArea area) {
    auto* dock = new QDockWidget(title, &m_window);
    dock->setObjectName(name);
    dock->setWidget(panel);
    m_window.addDockWidget(area, dock);
    return dock;
}

void WindowLayout::reset() {
    m_isNarrow = false;
    m_window.addDockWidget(Qt::LeftDockWidgetArea, m_runs);
    m_window.addDockWidget(Qt::RightDockWidgetArea, m_inspector);
    m_window.addDockWidget(Qt::BottomDockWidgetArea, m_console);
    for (QDockWidget* dock : {m_runs, m_inspector, m_console})
        dock->setFloating(false);
    m_runs->show();
    m_inspector->show();
    m_console->hide(); // until a run starts
    m_window.resizeDocks({m_runs, m_inspector}, {kRunsWidth, kInspectorWidth}, Qt::Horizontal);
    m_window.resizeDocks({m_console}, {kConsoleHeight}, Qt::Vertical);
    arrangeForWidth();
}

void WindowLayout::restore() {
    QSettings settings;
    m_window.resize(1280, 800);
    m_window.restoreGeometry(settings.value("window/geometry").toByteArray());
    m_window.restoreState(settings.value("window/state").toByteArray(), kLayoutVersion);
    m_isNarrow = m_window.tabifiedDockWidgets(m_runs).contains(m_inspector);
}

void WindowLayout::save() const {
    QSettings settings;
    settings.setValue("window/geometry", m_window.saveGeometry());
    settings.setValue("window/state", m_window.saveState(kLayoutVersion));
}

void WindowLayout::showInspector() {
    m_inspector->show();
    m_inspector->raise();
}

void WindowLayout::arrangeForWidth() {
    const bool narrow = m_window.width() < kNarrowWidth;
    m_runBar.setToolButtonStyle(narrow ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    if (narrow == m_isNarrow) return;
    m_isNarrow = narrow;
    if (narrow) {
        m_window.tabifyDockWidget(m_runs, m_inspector);
        m_runs->raise();
        m_window.resizeDocks({m_runs}, {kRunsWidth}, Qt::Horizontal);
    } else {
        m_window.addDockWidget(Qt::RightDockWidgetArea, m_inspector);
        m_window.resizeDocks({m_runs, m_inspector}, {kRunsWidth, kInspectorWidth}, Qt::Horizontal);
    }
}

} // namespace ui
