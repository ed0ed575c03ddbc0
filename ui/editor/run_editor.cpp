#include "ui/editor/run_editor.h"

#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

#include "core/run/catalog.h"
#include "ui/common/chip.h"
#include "ui/common/icons.h"
#include "ui/common/theme.h"
#include "ui/editor/callbacks_section.h"
#include "ui/editor/component_form.h"
#include "ui/editor/component_section.h"
#include "ui/editor/param_row.h"

namespace ui {
namespace {

constexpr int kIdleMs = 300;
constexpr int kMargin = 40; // around a row that is jumped to

// "callbacks.early_stopping.patience" -> {"callbacks", "early_stopping", "patience"}
QStringList partsOf(const std::string& field) {
    return QString::fromStdString(field).split(QLatin1Char('.'));
}

} // namespace

RunEditor::RunEditor(const core::Catalog& catalog, QWidget* parent)
    : QWidget(parent), m_catalog(catalog) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, kHalfSpacing, 0, 0);
    layout->setSpacing(kHalfSpacing);
    createHead();
    createSections();
    createFoot();
    alignLabels();
    m_idle.setSingleShot(true);
    m_idle.setInterval(kIdleMs);
    connect(&m_idle, &QTimer::timeout, this, &RunEditor::flush);
}

void RunEditor::createHead() {
    auto* row = new QHBoxLayout;
    row->setContentsMargins(kSpacing, 0, kSpacing, 0);
    row->setSpacing(kSpacing);
    m_search = new QLineEdit(this);
    m_search->setObjectName(QStringLiteral("parameterSearch"));
    m_search->setPlaceholderText(tr("Search parameters"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_advanced = new Chip(tr("Advanced"), this);
    m_advanced->setObjectName(QStringLiteral("advanced"));
    m_advanced->setToolTip(tr("Show the parameters that are rarely changed too"));
    row->addWidget(m_search, 1);
    row->addWidget(m_advanced);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        for (ComponentSection* section : {m_data, m_model, m_optimizer, m_schedule})
            section->setSearch(text);
        m_callbacks->setSearch(text);
        m_runForm->setSearch(text);
        m_run->setVisible(m_runForm->visibleRowCount() > 0);
        m_name->parentWidget()->setVisible(text.trimmed().isEmpty());
    });
    connect(m_advanced, &Chip::toggled, this, [this](bool on) {
        for (ComponentSection* section : {m_data, m_model, m_optimizer, m_schedule})
            section->setAdvancedShown(on);
        m_callbacks->setAdvancedShown(on);
        m_runForm->setAdvancedShown(on);
    });
}

void RunEditor::createSections() {
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(kHalfSpacing, 0, kHalfSpacing, kSpacing);
    column->setSpacing(0);
    auto* nameRow = new QWidget(content);
    auto* nameLayout = new QHBoxLayout(nameRow);
    nameLayout->setContentsMargins(kSpacing + kHalfSpacing, kHalfSpacing,
                                   kHalfSpacing + ParamRow::resetWidth() + kSpacing, kHalfSpacing);
    nameLayout->setSpacing(kSpacing);
    m_nameLabel = new QLabel(tr("Name"), nameRow);
    m_name = new QLineEdit(nameRow);
    m_name->setObjectName(QStringLiteral("runName"));
    m_name->setAccessibleName(tr("Name of the run"));
    m_name->setPlaceholderText(tr("Name of the run"));
    nameLayout->addWidget(m_nameLabel);
    nameLayout->addWidget(m_name, 1);
    column->addWidget(nameRow);

    using core::ComponentKind;
    m_data = new ComponentSection(tr("Data"), ComponentKind::Data, m_catalog, content);
    m_model = new ComponentSection(tr("Model"), ComponentKind::Model, m_catalog, content);
    m_optimizer =
        new ComponentSection(tr("Optimizer"), ComponentKind::Optimizer, m_catalog, content);
    m_schedule = new ComponentSection(tr("Learning rate schedule"), ComponentKind::Schedule,
                                      m_catalog, content);
    m_run = new Section(tr("Training"), content);
    m_runForm = new ComponentForm(m_catalog.runSpecs(), m_run);
    m_run->body()->addWidget(m_runForm);
    m_callbacks = new CallbacksSection(m_catalog, content);
    m_data->setObjectName(QStringLiteral("dataSection"));
    m_model->setObjectName(QStringLiteral("modelSection"));
    m_optimizer->setObjectName(QStringLiteral("optimizerSection"));
    m_schedule->setObjectName(QStringLiteral("scheduleSection"));
    m_run->setObjectName(QStringLiteral("runSection"));
    for (QWidget* section :
         QList<QWidget*>{m_data, m_model, m_run, m_optimizer, m_schedule, m_callbacks})
        column->addWidget(section);
    column->addStretch();

    connect(m_name, &QLineEdit::textEdited, this, &RunEditor::scheduleCheck);
    for (ComponentSection* section : {m_data, m_model, m_optimizer, m_schedule})
        connect(section, &ComponentSection::edited, this, &RunEditor::scheduleCheck);
    connect(m_runForm, &ComponentForm::edited, this, &RunEditor::scheduleCheck);
    connect(m_callbacks, &CallbacksSection::edited, this, &RunEditor::scheduleCheck);

    m_scroll = new QScrollArea(this);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(content);
    layout()->addWidget(m_scroll);
}

void RunEditor::createFoot() {
    auto* row = new QHBoxLayout;
    row->setContentsMargins(kSpacing, kHalfSpacing, kSpacing, kSpacing);
    row->setSpacing(kSpacing);
    m_status = new QLabel(this);
    m_status->setObjectName(QStringLiteral("editorStatus"));
    m_status->setWordWrap(true);
    m_start = new QPushButton(tr("Start"), this);
    m_start->setObjectName(QStringLiteral("startDraft"));
    m_start->setProperty("primary", true);
    m_start->setIcon(icon(QStringLiteral("start"), Qt::white));
    m_start->setToolTip(tr("Train with these settings (F5)"));
    row->addWidget(m_status, 1);
    row->addWidget(m_start);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    connect(m_status, &QLabel::linkActivated, this, &RunEditor::jumpToFirstError);
    connect(m_start, &QPushButton::clicked, this, &RunEditor::start);
}

// One line for all fields of the panel.
void RunEditor::alignLabels() {
    int width = std::max(m_runForm->labelWidthHint(), m_callbacks->labelWidthHint());
    for (ComponentSection* section : {m_data, m_model, m_optimizer, m_schedule})
        width = std::max(width, section->labelWidthHint());
    width =
        std::min(width, fontMetrics().horizontalAdvance(QStringLiteral("Target column wide ●")));
    for (ComponentSection* section : {m_data, m_model, m_optimizer, m_schedule})
        section->setLabelWidth(width);
    m_runForm->setLabelWidth(width);
    m_callbacks->setLabelWidth(width);
    m_nameLabel->setFixedWidth(width);
}

void RunEditor::setDraft(const QString& runId, const core::RunConfig& config) {
    if (runId != m_runId) flush();
    m_idle.stop();
    m_isDirty = false;
    m_runId = runId;
    m_name->setText(QString::fromStdString(config.name));
    m_data->setComponent(config.data);
    m_model->setComponent(config.model);
    m_optimizer->setComponent(config.optimizer);
    m_schedule->setComponent(config.schedule);
    m_runForm->setParams(config.run);
    m_callbacks->setComponents(config.callbacks);
    check();
}

core::RunConfig RunEditor::config() const {
    core::RunConfig config;
    config.name = m_name->text().trimmed().toStdString();
    config.data = m_data->component();
    config.model = m_model->component();
    config.optimizer = m_optimizer->component();
    config.schedule = m_schedule->component();
    config.callbacks = m_callbacks->components();
    config.run = m_runForm->params();
    return config;
}

void RunEditor::scheduleCheck() {
    m_isDirty = true;
    showErrorCount();
    m_idle.start();
}

void RunEditor::flush() {
    m_idle.stop();
    if (!m_isDirty) return;
    m_isDirty = false;
    check();
    if (!m_runId.isEmpty()) Q_EMIT configEdited(m_runId, config());
}

std::vector<ComponentForm*> RunEditor::forms() const {
    std::vector<ComponentForm*> result = {m_data->form(), m_model->form(), m_runForm,
                                          m_optimizer->form(), m_schedule->form()};
    for (ComponentForm* form : m_callbacks->forms())
        result.push_back(form);
    return result;
}

ComponentSection* RunEditor::sectionOf(const std::string& name) const {
    if (name == "data") return m_data;
    if (name == "model") return m_model;
    if (name == "optimizer") return m_optimizer;
    return name == "schedule" ? m_schedule : nullptr;
}

ComponentForm* RunEditor::formOf(const std::string& section, const std::string& callback) const {
    if (section == "run") return m_runForm;
    if (section == "callbacks") return m_callbacks->form(callback);
    ComponentSection* found = sectionOf(section);
    return found ? found->form() : nullptr;
}

void RunEditor::check() {
    for (ComponentForm* form : forms())
        form->clearProblems();
    for (ComponentSection* section : {m_data, m_model, m_optimizer, m_schedule})
        section->setTypeProblem({});
    m_generalProblem.clear();
    for (const core::Problem& problem : core::validate(config(), m_catalog))
        placeProblem(problem);
    showErrorCount();
}

void RunEditor::placeProblem(const core::Problem& problem) {
    const QStringList parts = partsOf(problem.field);
    QString message = QString::fromStdString(problem.message);
    if (!message.isEmpty()) message[0] = message[0].toUpper();
    const std::string section = parts.first().toStdString();
    const std::string last = parts.last().toStdString();
    if (last == "type" && sectionOf(section)) return sectionOf(section)->setTypeProblem(message);
    ComponentForm* form = formOf(section, parts.value(1).toStdString());
    ParamRow* row = form ? form->row(last) : nullptr;
    if (row)
        row->setProblem(message, problem.isWarning);
    else if (!problem.isWarning)
        m_generalProblem = message;
}

int RunEditor::errorCount() const {
    int count = m_generalProblem.isEmpty() ? 0 : 1;
    for (const ComponentForm* form : forms())
        count += form->errorCount();
    for (const ComponentSection* section : {m_data, m_model, m_optimizer, m_schedule})
        count += section->hasTypeProblem() ? 1 : 0;
    return count;
}

void RunEditor::showErrorCount() {
    const int count = errorCount();
    if (count == 0) return m_status->clear();
    const QString text = count == 1 ? tr("1 problem") : tr("%1 problems").arg(count);
    const QString rest = m_generalProblem.isEmpty()
                             ? QString()
                             : QStringLiteral(": ") + m_generalProblem.toHtmlEscaped();
    m_status->setText(QStringLiteral("<a href='#' style='color:%1'>%2</a>%3")
                          .arg(themeColors(palette()).bad.name(), text, rest));
}

bool RunEditor::jumpToFirstError() {
    m_search->clear(); // it may hide what is wrong
    for (ComponentSection* section : {m_data, m_model, m_optimizer, m_schedule}) {
        if (!section->hasTypeProblem()) continue;
        scrollTo(section);
        return true;
    }
    for (ComponentForm* form : forms())
        if (ParamRow* row = form->firstError()) {
            jumpTo(row);
            return true;
        }
    return false;
}

void RunEditor::jumpTo(ParamRow* row) {
    if (row->isHidden()) m_advanced->setChecked(true);
    scrollTo(row);
    row->setFocus(Qt::OtherFocusReason);
}

void RunEditor::scrollTo(QWidget* part) {
    for (QWidget* w = part; w && w != this; w = w->parentWidget())
        if (auto* section = qobject_cast<Section*>(w)) section->setExpanded(true);
    // What has just appeared gets its place from layouts that hear of it by posted events.
    QTimer::singleShot(0, part, [this, part] { m_scroll->ensureWidgetVisible(part, 0, kMargin); });
}

void RunEditor::start() {
    flush();
    check();
    if (errorCount() > 0) {
        jumpToFirstError();
        return;
    }
    Q_EMIT configEdited(m_runId, config());
    Q_EMIT startRequested(m_runId);
}

void RunEditor::focusName() {
    m_name->setFocus(Qt::OtherFocusReason);
    m_name->selectAll();
}

} // namespace ui
