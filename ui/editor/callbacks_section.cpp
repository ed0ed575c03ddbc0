#include "ui/editor/callbacks_section.h"

#include <QtWidgets/QCheckBox>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

#include "ui/common/theme.h"
#include "ui/editor/component_form.h"

namespace ui {

CallbacksSection::CallbacksSection(const core::Catalog& catalog, QWidget* parent)
    : Section(tr("Callbacks"), parent) {
    for (const core::ComponentInfo* info : catalog.ofKind(core::ComponentKind::Callback))
        addEntry(*info);
    updateVisibility();
}

void CallbacksSection::addEntry(const core::ComponentInfo& info) {
    Entry entry{info.id, QString::fromStdString(info.label), info.isAlwaysOn, nullptr, nullptr};
    entry.box = new QCheckBox(entry.label, this);
    entry.box->setObjectName(QStringLiteral("callback:") + QString::fromStdString(info.id));
    entry.box->setToolTip(QString::fromStdString(info.help));
    entry.box->setChecked(info.isOnByDefault);
    entry.box->setDisabled(info.isAlwaysOn);
    entry.form = new ComponentForm(info.specs, this);
    entry.form->setContentsMargins(20, 0, 0, kHalfSpacing); // under the box's text
    body()->addWidget(entry.box);
    body()->addWidget(entry.form);
    connect(entry.box, &QCheckBox::clicked, this, [this] {
        updateVisibility();
        Q_EMIT edited();
    });
    connect(entry.form, &ComponentForm::edited, this, &CallbacksSection::edited);
    m_entries.push_back(entry);
}

std::vector<core::Component> CallbacksSection::components() const {
    std::vector<core::Component> result;
    for (const Entry& entry : m_entries)
        if (entry.box->isChecked()) result.push_back({entry.id, entry.form->params()});
    return result;
}

void CallbacksSection::setComponents(const std::vector<core::Component>& components) {
    for (Entry& entry : m_entries) {
        const auto found = std::find_if(components.begin(), components.end(),
                                        [&](const auto& c) { return c.type == entry.id; });
        entry.box->setChecked(entry.isAlwaysOn || found != components.end());
        if (found != components.end()) entry.form->setParams(found->params);
    }
    updateVisibility();
}

ComponentForm* CallbacksSection::form(const std::string& id) const {
    for (const Entry& entry : m_entries)
        if (entry.id == id && entry.box->isChecked()) return entry.form;
    return nullptr;
}

std::vector<ComponentForm*> CallbacksSection::forms() const {
    std::vector<ComponentForm*> result;
    for (const Entry& entry : m_entries)
        if (entry.box->isChecked()) result.push_back(entry.form);
    return result;
}

void CallbacksSection::updateVisibility() {
    bool anyMatches = m_search.isEmpty();
    for (const Entry& entry : m_entries) {
        const bool nameMatches = entry.label.contains(m_search, Qt::CaseInsensitive);
        const bool isOn = entry.box->isChecked();
        entry.form->setSearch(nameMatches ? QString() : m_search);
        const bool formMatches = isOn && entry.form->visibleRowCount() > 0;
        entry.box->setVisible(nameMatches || formMatches);
        entry.form->setVisible(formMatches);
        anyMatches |= nameMatches || formMatches;
    }
    setVisible(anyMatches);
}

void CallbacksSection::setAdvancedShown(bool shown) {
    for (const Entry& entry : m_entries)
        entry.form->setAdvancedShown(shown);
    updateVisibility();
}

void CallbacksSection::setSearch(const QString& text) {
    m_search = text.trimmed();
    updateVisibility();
}

int CallbacksSection::labelWidthHint() const {
    int width = 0;
    for (const Entry& entry : m_entries)
        width = std::max(width, entry.form->labelWidthHint());
    return width;
}

void CallbacksSection::setLabelWidth(int width) {
    for (const Entry& entry : m_entries)
        entry.form->setLabelWidth(width - 20);
}

} // namespace ui
