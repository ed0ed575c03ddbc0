// The run browser: search, chips and the table of runs. GUI thread.
#pragma once

#include <QtCore/QTimer>
#include <QtWidgets/QWidget>

#include "ui/runs/runs_proxy.h"

class QLabel;
class QLineEdit;
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
class RunRowActions;
class RunSelection;
class RunsModel;

class RunsPanel : public QWidget {
    Q_OBJECT

public:
    RunsPanel(core::Store& store, const core::Catalog& catalog, RunSelection& selection,
              QWidget* parent = nullptr);

    RunsModel& model() const { return *m_model; }
    RunEdits& edits() const { return *m_edits; }
    RunRowActions& rowActions() const { return *m_rowActions; }
    QTreeView& view() const { return *m_view; }

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
    void connectModel();
    void lookForOthers(); // once a second: what other programs wrote
    void tickNewest();
    void updateFooter();
    void selectCurrent();
    void clearFilter();
    void emptyTrash();
    QStringList trashedRuns() const;

    core::Store& m_store;
    RunSelection& m_selection;
    RunsModel* m_model;
    RunsProxy* m_proxy;
    RunEdits* m_edits;
    ColumnLayout* m_columns = nullptr;
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
    RunRowActions* m_rowActions = nullptr;
    QTimer m_poll;
    int64_t m_dataVersion = 0;
};

} // namespace ui
