// The hyperparameters of a draft as a form: data, model, optimizer, schedule, callbacks, run.
// Checked while typing and, as a whole, when typing pauses. GUI thread.
#pragma once

#include <QtCore/QTimer>
#include <QtWidgets/QWidget>

#include "core/run/run_config.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;

namespace core {
class Catalog;
}

namespace ui {

class CallbacksSection;
class Chip;
class ComponentForm;
class ComponentSection;
class ParamRow;
class Section;

class RunEditor : public QWidget {
    Q_OBJECT

public:
    explicit RunEditor(const core::Catalog& catalog, QWidget* parent = nullptr);

    void setDraft(const QString& runId, const core::RunConfig& config);
    const QString& runId() const { return m_runId; }
    core::RunConfig config() const;
    void flush(); // tells of an edit that is still waiting for its pause

    // As the button does: jumps to the first error, or asks to start.
    void start();
    int errorCount() const;
    void focusName();

Q_SIGNALS:
    void configEdited(const QString& runId, const core::RunConfig& config);
    void startRequested(const QString& runId);

private:
    void createHead();
    void createSections();
    void createFoot();
    void alignLabels();
    void scheduleCheck();
    void check();
    void placeProblem(const core::Problem& problem);
    ComponentForm* formOf(const std::string& section, const std::string& callback) const;
    ComponentSection* sectionOf(const std::string& name) const;
    std::vector<ComponentForm*> forms() const;
    void showErrorCount();
    void jumpTo(ParamRow* row);
    void scrollTo(QWidget* part);
    bool jumpToFirstError();

    const core::Catalog& m_catalog;
    QString m_runId;
    QLineEdit* m_search = nullptr;
    Chip* m_advanced = nullptr;
    QScrollArea* m_scroll = nullptr;
    QLineEdit* m_name = nullptr;
    QLabel* m_nameLabel = nullptr;
    ComponentSection* m_data = nullptr;
    ComponentSection* m_model = nullptr;
    ComponentSection* m_optimizer = nullptr;
    ComponentSection* m_schedule = nullptr;
    Section* m_run = nullptr;
    ComponentForm* m_runForm = nullptr;
    CallbacksSection* m_callbacks = nullptr;
    QLabel* m_status = nullptr;
    QPushButton* m_start = nullptr;
    QString m_generalProblem; // of no field
    QTimer m_idle;
    bool m_isDirty = false;
};

} // namespace ui
