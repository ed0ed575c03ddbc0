// The run browser: search, chips and the table of runs. GUI thread.
#pragma once

#include <QtCore/QTimer>
#include <QtWidgets/QWidget>

#include "ui/runs/runs_proxy.h"

class QAction;
class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;
class QToolButton;
class QTreeView;

namespace core {
class Catalog;
class Store;
} // namespace core

namespace ui {

class Chip;
class ColumnLayout;
class RunEdits;
class RunSelection;
class RunsModel;
class Toast;

class RunsPanel : public QWidget {
    Q_OBJECT

public:
    RunsPanel(core::Store& store, const core::Catalog& catalog, RunSelection& selection,
              QWidget* parent = nullptr);

    void setLifecycleActions(const QList<QAction*>& actions); // head of the context menu
    void setToast(Toast* toast) { m_toast = toast; }

    RunsModel& model() const { return *m_model; }
    RunEdits& edits() const { return *m_edits; }
    QTreeView& view() const { return *m_view; }
    QStringList selectedRuns() const;
    // For menus; work on the selected runs.
    const QList<QAction*>& rowActions() const { return m_rowActions; }

public Q_SLOTS:
    void refresh(); // reads what is new in the store
    void focusSearch();

Q_SIGNALS:
    void noteRequested(const QString& runId);
    void runsEdited(const QStringList& runIds); // name, note, colour ... were changed here
    void opened(const QString& runId);          // double click

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void createSearch();
    void createChips();
    void createView();
    void createFooter();
    void createRowActions();
    void connectModel();
    void lookForOthers(); // once a second: what other programs wrote
    void tickNewest();
    void updateFooter();
    void updateRowActions();
    void selectCurrent();
    void clearFilter();
    void showContextMenu(const QPoint& at);
    void addColorMenu(QMenu& menu);
    void toggleTicks();
    void togglePins();
    void renameCurrent();
    void trashSelected();
    void restoreSelected();
    void emptyTrash();
    void copySelected();
    QStringList trashedRuns() const;

    core::Store& m_store;
    RunSelection& m_selection;
    RunsModel* m_model;
    RunsProxy* m_proxy;
    RunEdits* m_edits;
    ColumnLayout* m_columns = nullptr;
    Toast* m_toast = nullptr;
    QLineEdit* m_search = nullptr;
    QToolButton* m_columnsButton = nullptr;
    QWidget* m_chipRow = nullptr;
    QList<Chip*> m_chips;
    QTreeView* m_view = nullptr;
    QLabel* m_empty = nullptr;
    QWidget* m_footer = nullptr;
    QLabel* m_count = nullptr;
    QPushButton* m_more = nullptr;
    QPushButton* m_emptyTrash = nullptr;
    QList<QAction*> m_lifecycle;
    QList<QAction*> m_rowActions;
    QAction* m_rename = nullptr;
    QAction* m_note = nullptr;
    QAction* m_pin = nullptr;
    QAction* m_tick = nullptr;
    QAction* m_copy = nullptr;
    QAction* m_trash = nullptr;
    QAction* m_restore = nullptr;
    QTimer m_poll;
    int64_t m_dataVersion = 0;
};

} // namespace ui
