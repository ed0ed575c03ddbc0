// What can be done with the selected rows of the run browser: plot, pin, rename, note, colour,
// copy, trash, restore; as actions and as the context menu. GUI thread.
#pragma once

#include <QtCore/QObject>
#include <QtGui/QAction>

class QMenu;
class QTreeView;

namespace ui {

class RunEdits;
class RunSelection;
class RunsModel;
class RunsProxy;
class Toast;

class RunRowActions : public QObject {
    Q_OBJECT

public:
    RunRowActions(QTreeView* view, RunsModel& model, RunsProxy& proxy, RunEdits& edits,
                  RunSelection& selection);

    void setLifecycle(const QList<QAction*>& actions) { m_lifecycle = actions; } // head of the menu
    void setToast(Toast* toast) { m_toast = toast; }
    const QList<QAction*>& actions() const { return m_actions; }
    QStringList selectedRuns() const;
    void update(); // after the selection or what is listed has changed

Q_SIGNALS:
    void noteRequested(const QString& runId);

private:
    void create();
    void showContextMenu(const QPoint& at);
    void addColorMenu(QMenu& menu);
    void toggleTicks();
    void togglePins();
    void rename();
    void moveToTrash();
    void restore();
    void copy();

    QTreeView& m_view;
    RunsModel& m_model;
    RunsProxy& m_proxy;
    RunEdits& m_edits;
    RunSelection& m_selection;
    Toast* m_toast = nullptr;
    QList<QAction*> m_lifecycle;
    QList<QAction*> m_actions;
    QAction* m_tick = nullptr;
    QAction* m_pin = nullptr;
    QAction* m_rename = nullptr;
    QAction* m_note = nullptr;
    QAction* m_copy = nullptr;
    QAction* m_trash = nullptr;
    QAction* m_restore = nullptr;
};

QString runCountText(qsizetype count); // "1 run", "3 runs"

} // namespace ui
