#include "ui/inspector.h"

#include <QtWidgets/QLabel>

#include "core/run/catalog.h"
#include "core/run/run_config.h"
#include "core/store/store.h"
#include "ui/common/show_error.h"
#include "ui/details/run_details.h"
#include "ui/editor/run_editor.h"
#include "ui/run_actions.h"

namespace ui {

Inspector::Inspector(core::Store& store, const core::Catalog& catalog, QWidget* parent)
    : QStackedWidget(parent),
      m_store(store),
      m_catalog(catalog),
      m_empty(new QLabel(tr("Select a run to see its settings"), this)),
      m_editor(new RunEditor(catalog, this)),
      m_details(new RunDetails(store, catalog, this)) {
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    addWidget(m_empty);
    addWidget(m_editor);
    addWidget(m_details);
    setMinimumWidth(fontMetrics().averageCharWidth() * 34);
}

QString Inspector::title() const {
    return currentWidget() == m_editor ? tr("Hyperparameters") : tr("Details");
}

void Inspector::showRun(const QString& runId) {
    if (runId == m_runId) return;
    m_editor->flush();
    m_runId = runId;
    tryTo(this, [this] {
        const auto run = m_runId.isEmpty() ? std::nullopt : m_store.run(m_runId.toStdString());
        if (run)
            show(*run);
        else
            setCurrentWidget(m_empty);
    });
    Q_EMIT titleChanged(title());
}

void Inspector::show(const core::RunRecord& run) {
    if (run.state == core::RunState::Draft) {
        m_editor->setDraft(m_runId, storedConfig(m_store, m_catalog, m_runId));
        setCurrentWidget(m_editor);
    } else {
        m_details->setRun(run);
        setCurrentWidget(m_details);
    }
}

void Inspector::onRunChanged(const QString& runId) {
    if (runId != m_runId) return;
    tryTo(this, [this] {
        const auto run = m_store.run(m_runId.toStdString());
        if (!run) return;
        // A draft in the editor is ahead of its row: reading it back would undo typing.
        const bool isEdited = currentWidget() == m_editor && run->state == core::RunState::Draft;
        if (!isEdited) show(*run);
    });
    Q_EMIT titleChanged(title());
}

} // namespace ui
