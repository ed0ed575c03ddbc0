// What the current run prints and what happened to it: tabs Console and Events. GUI thread.
#pragma once

#include <QtWidgets/QTabWidget>

class QPlainTextEdit;
class QTreeView;

namespace core {
class Store;
}

namespace ui {

class EventsModel;

class ConsolePanel : public QTabWidget {
    Q_OBJECT

public:
    explicit ConsolePanel(core::Store& store, QWidget* parent = nullptr);

public Q_SLOTS:
    void setRun(const QString& runId);
    void onResultsWritten(const QString& runId); // reads what is new, if it is the run on show

private:
    void readNew();

    core::Store& m_store;
    QString m_runId;
    int64_t m_lastLine = 0;
    QPlainTextEdit* m_console;
    QTreeView* m_eventsView;
    EventsModel* m_events;
};

} // namespace ui
