// The tab that holds the ticked runs against each other: curves, parameters, metrics. GUI thread.
#pragma once

#include "core/store/store.h"
#include "ui/compare/compared_run.h"

#include <QtCore/QStringList>
#include <QtCore/QTimer>
#include <QtWidgets/QWidget>

class QComboBox;
class QStackedWidget;
class QToolButton;

namespace core {
class Catalog;
}

namespace ui {

class CardBoard;
class CompareSection;
class MetricsModel;
class ParametersModel;
class RunSelection;

class ComparePage : public QWidget {
    Q_OBJECT

public:
    ComparePage(core::Store& store, const core::Catalog& catalog, RunSelection& selection,
                QWidget* parent = nullptr);

    QString baseline() const; // id of the run that the others are held against; empty: none
    void setBaseline(const QString& runId);
    void swapBaseline(); // the next run takes the place of the baseline

    CardBoard& board() { return *m_board; }
    ParametersModel& parameters() { return *m_parameters; }
    MetricsModel& metrics() { return *m_metrics; }

public Q_SLOTS:
    void onResultsWritten(const QString& runId);
    void onRunChanged(const QString& runId);

Q_SIGNALS:
    void failed(const QString& message); // the database cannot be read: for the message bar

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* createContent();
    QWidget* createHeader(QWidget* parent);
    CompareSection* createParameters(QWidget* parent);
    void onVisibleChanged();
    void restoreBaseline();
    void rememberBaseline();
    void scheduleUpdate();
    void updateTables();

    core::Store& m_store;
    RunSelection& m_selection;
    CardBoard* m_board = nullptr;
    ParametersModel* m_parameters;
    MetricsModel* m_metrics;
    CompareSection* m_parametersSection = nullptr;
    CompareSection* m_metricsSection = nullptr;
    QStackedWidget* m_stack = nullptr;
    QComboBox* m_baselineBox = nullptr;
    QToolButton* m_swap = nullptr;
    QStringList m_order;              // ids of the ticked runs, the baseline first
    std::vector<ComparedRun> m_shown; // what the parameters' table holds
    QTimer m_updateTimer;
    bool m_isStale = true;
};

} // namespace ui
