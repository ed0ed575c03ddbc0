// The right dock: the editor for a draft, the details of a started run. GUI thread.
#pragma once

#include <QtWidgets/QStackedWidget>

#include "core/store/run_record.h"

class QLabel;

namespace core {
class Catalog;
class Store;
} // namespace core

namespace ui {

class RunDetails;
class RunEditor;

class Inspector : public QStackedWidget {
    Q_OBJECT

public:
    Inspector(core::Store& store, const core::Catalog& catalog, QWidget* parent = nullptr);

    RunEditor& editor() const { return *m_editor; }
    RunDetails& details() const { return *m_details; }
    QString title() const; // for the dock

public Q_SLOTS:
    void showRun(const QString& runId);
    void onRunChanged(const QString& runId);

Q_SIGNALS:
    void titleChanged(const QString& title);

private:
    void show(const core::RunRecord& run);

    core::Store& m_store;
    const core::Catalog& m_catalog;
    QString m_runId;
    QLabel* m_empty;
    RunEditor* m_editor;
    RunDetails* m_details;
};

} // namespace ui
