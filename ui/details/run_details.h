// A started run, read-only: state, error, figures, note, parameters, checkpoints. GUI thread.
#pragma once

#include <QtCore/QStringList>
#include <QtWidgets/QWidget>

#include "core/store/run_record.h"

class QFormLayout;
class QGridLayout;
class QLabel;
class QPlainTextEdit;
class QScrollArea;

namespace core {
class Catalog;
class Store;
} // namespace core

namespace ui {

class ErrorCard;
class PhaseShares;
class Section;

class RunDetails : public QWidget {
    Q_OBJECT

public:
    RunDetails(core::Store& store, const core::Catalog& catalog, QWidget* parent = nullptr);

    void setRun(const core::RunRecord& run); // the same run again: what changed
    const QString& runId() const { return m_runId; }
    void focusNote();

Q_SIGNALS:
    void noteEdited(const QString& runId, const QString& note); // when typing has ended
    void cloneRequested(const QString& runId);
    void resumeRequested(const QString& runId);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void createContent();
    void saveNote();
    void showHead(const core::RunRecord& run);
    void showFigures(const core::RunRecord& run);
    void showParameters(const core::RunRecord& run);
    void showCheckpoints(const core::RunRecord& run);
    void addFigureRow(const QString& label, const QString& value);

    core::Store& m_store;
    const core::Catalog& m_catalog;
    QString m_runId;
    core::RunRecord m_run;
    std::string m_shownConfig;
    QScrollArea* m_scroll;
    QLabel* m_name;
    QLabel* m_stateIcon;
    QLabel* m_state;
    QLabel* m_reason;
    ErrorCard* m_error;
    QFormLayout* m_figures;
    QStringList m_figureLabels; // of its rows
    PhaseShares* m_phases;
    QPlainTextEdit* m_note;
    Section* m_parameters;
    QLabel* m_parameterTable;
    Section* m_checkpoints;
    QLabel* m_checkpointTable;
};

} // namespace ui
