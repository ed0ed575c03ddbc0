// Where the docks of the main window are: first places, narrow windows, what was saved. GUI thread.
#pragma once

#include <QtCore/QObject>

class QDockWidget;
class QMainWindow;
class QToolBar;
class QWidget;

namespace ui {

class WindowLayout : public QObject {
    Q_OBJECT

public:
    struct Panels {
        QWidget* runs;
        QWidget* inspector;
        QWidget* console;
    };
    WindowLayout(QMainWindow* window, const Panels& panels, QToolBar* runBar);

    QDockWidget* runs() const { return m_runs; }
    QDockWidget* inspector() const { return m_inspector; }
    QDockWidget* console() const { return m_console; }

    void reset();
    void restore(); // as it was saved, or the first places
    void save() const;
    void showInspector();
    // Below 1100 px the right dock is a tab of the left one and the tool bar shows icons alone.
    void arrangeForWidth();

private:
    QDockWidget* createDock(const QString& name, const QString& title, QWidget* panel,
                            Qt::DockWidgetArea area);
    QMainWindow& m_window;
    QToolBar& m_runBar;
    QDockWidget* m_runs;
    QDockWidget* m_inspector;
    QDockWidget* m_console;
    bool m_isNarrow = false;
};

} // namespace ui
