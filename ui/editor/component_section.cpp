#include "ui/editor/component_section.h"

#include <QtCore/QEvent>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>

#include "ui/common/theme.h"
#include "ui/editor/component_form.h"
#include "ui/editor/param_row.h"

namespace ui {

ComponentSection::ComponentSection(const QString& title, core::ComponentKind kind,
                                   const core::Catalog& catalog, QWidget* parent)
    : Section(title, parent), m_kind(kind), m_catalog(catalog) {
    createTypeRow(title);
    rebuildForm();
}

void ComponentSection::createTypeRow(const QString& title) {
    m_typeRow = new QWidget(this);
    m_typeLabel = new QLabel(tr("Type"), m_typeRow);
    m_type = new QComboBox(m_typeRow);
    m_type->setObjectName(QStringLiteral("type"));
    m_type->setAccessibleName(tr("%1: type").arg(title));
    m_type->setFocusPolicy(Qt::StrongFocus);
    m_type->installEventFilter(this);
    m_type->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_type->setMinimumContentsLength(6);
    for (const core::ComponentInfo* info : m_catalog.ofKind(m_kind))
        m_type->addItem(QString::fromStdString(info->label), QString::fromStdString(info->id));
    auto* layout = new QHBoxLayout(m_typeRow);
    // The gap of a row's reset button, so that all fields end at one line.
    layout->setContentsMargins(0, 2, ParamRow::resetWidth() + kSpacing, 2);
    layout->setSpacing(kSpacing);
    layout->addWidget(m_typeLabel);
    layout->addWidget(m_type, 1);
    m_help = new QLabel(this);
    m_help->setWordWrap(true);
    m_help->setForegroundRole(QPalette::PlaceholderText);
    body()->addWidget(m_typeRow);
    body()->addWidget(m_help);
    connect(m_type, &QComboBox::activated, this, &ComponentSection::changeType);
}

core::Component ComponentSection::component() const {
    return {m_type->currentData().toString().toStdString(), m_form->params()};
}

void ComponentSection::setComponent(const core::Component& component) {
    const QString id = QString::fromStdString(component.type);
    int at = m_type->findData(id);
    if (at < 0) { // of a plugin that is not here now: kept, and marked by validation
        m_type->addItem(id, id);
        at = m_type->count() - 1;
    }
    const bool isOther = at != m_type->currentIndex();
    m_type->setCurrentIndex(at);
    if (isOther) rebuildForm();
    m_form->setParams(component.params);
}

void ComponentSection::changeType() {
    const core::Params before = m_form->params();
    std::vector<std::string> changed;
    for (const ParamRow* row : m_form->rows())
        if (!row->isDefault()) changed.push_back(row->spec().id);
    rebuildForm();
    // What was set by hand and means the same for the new type stays.
    for (const std::string& id : changed) {
        ParamRow* row = m_form->row(id);
        if (row && row->spec().type == before.find(id)->type) row->setValue(before.value(id));
    }
    Q_EMIT edited();
}

void ComponentSection::rebuildForm() {
    const core::ComponentInfo* info =
        m_catalog.find(m_kind, m_type->currentData().toString().toStdString());
    if (m_form) {
        m_form->hide();
        m_form->deleteLater();
    }
    m_form = new ComponentForm(info ? info->specs : std::vector<core::ParamSpec>(), this);
    m_form->setAdvancedShown(m_isAdvancedShown);
    m_form->setSearch(m_search);
    if (m_labelWidth > 0) m_form->setLabelWidth(m_labelWidth);
    body()->addWidget(m_form);
    connect(m_form, &ComponentForm::edited, this, &ComponentSection::edited);
    m_typeProblem.clear();
    const QString help = info ? QString::fromStdString(info->help) : QString();
    m_type->setToolTip(help);
    m_help->setText(help);
    m_help->setVisible(!help.isEmpty() && m_search.isEmpty());
}

void ComponentSection::setTypeProblem(const QString& message) {
    m_typeProblem = message;
    const core::ComponentInfo* info =
        m_catalog.find(m_kind, m_type->currentData().toString().toStdString());
    m_help->setText(!message.isEmpty() ? message
                    : info             ? QString::fromStdString(info->help)
                                       : QString());
    QPalette ink = palette();
    if (!message.isEmpty()) ink.setColor(QPalette::PlaceholderText, themeColors(ink).bad);
    m_help->setPalette(ink);
}

bool ComponentSection::hasTypeProblem() const {
    return !m_typeProblem.isEmpty();
}

void ComponentSection::setAdvancedShown(bool shown) {
    m_isAdvancedShown = shown;
    m_form->setAdvancedShown(shown);
}

void ComponentSection::setSearch(const QString& text) {
    m_search = text.trimmed();
    m_form->setSearch(m_search);
    m_typeRow->setVisible(m_search.isEmpty());
    m_help->setVisible(m_search.isEmpty() && !m_help->text().isEmpty());
    setVisible(m_search.isEmpty() || m_form->visibleRowCount() > 0);
}

int ComponentSection::labelWidthHint() const {
    return m_form->labelWidthHint();
}

void ComponentSection::setLabelWidth(int width) {
    m_labelWidth = width;
    m_typeLabel->setFixedWidth(width);
    m_form->setLabelWidth(width);
}

bool ComponentSection::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_type && event->type() == QEvent::Wheel && !m_type->hasFocus()) {
        event->ignore(); // the wheel scrolls the form, not the choice
        return true;
    }
    return Section::eventFilter(watched, event);
}

} // namespace ui
