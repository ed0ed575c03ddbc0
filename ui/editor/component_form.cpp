#include "ui/editor/component_form.h"

#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

#include "ui/common/theme.h"
#include "ui/editor/param_row.h"
#include "ui/editor/param_text.h"

namespace ui {

ComponentForm::ComponentForm(const std::vector<core::ParamSpec>& specs, QWidget* parent)
    : QWidget(parent), m_specs(specs), m_layout(new QVBoxLayout(this)) {
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    std::string group;
    for (const core::ParamSpec& spec : m_specs) {
        if (spec.group != group) addGroupHeading(group = spec.group);
        auto* row = new ParamRow(spec, this);
        m_rows.push_back(row);
        m_layout->addWidget(row);
        connect(row, &ParamRow::edited, this, [this] {
            updateVisibility();
            Q_EMIT edited();
        });
    }
    updateVisibility();
}

void ComponentForm::addGroupHeading(const std::string& group) {
    if (group.empty()) return;
    auto* label = new QLabel(QString::fromStdString(group), this);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setContentsMargins(0, kSpacing, 0, 2);
    m_headings.push_back({group, label});
    m_layout->addWidget(label);
}

core::Params ComponentForm::params() const {
    core::Params params(m_specs);
    for (const ParamRow* row : m_rows)
        params.set(row->spec().id, row->value());
    return params;
}

void ComponentForm::setParams(const core::Params& params) {
    for (ParamRow* row : m_rows) {
        const core::ParamSpec* theirs = params.find(row->spec().id);
        if (theirs && theirs->type == row->spec().type) row->setValue(params.value(row->spec().id));
    }
    updateVisibility();
}

ParamRow* ComponentForm::row(const std::string& id) const {
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
                                    [&](const ParamRow* row) { return row->spec().id == id; });
    return found == m_rows.end() ? nullptr : *found;
}

void ComponentForm::setAdvancedShown(bool shown) {
    m_isAdvancedShown = shown;
    updateVisibility();
}

void ComponentForm::setSearch(const QString& text) {
    m_search = text.trimmed();
    updateVisibility();
}

bool ComponentForm::isWanted(const ParamRow& row) const {
    const std::string& condition = row.spec().dependsOn;
    const size_t equals = condition.find('=');
    if (equals != std::string::npos) {
        const ParamRow* sibling = this->row(condition.substr(0, equals));
        if (sibling && core::toText(sibling->value()) != condition.substr(equals + 1)) return false;
    }
    if (!m_search.isEmpty()) return row.matches(m_search);
    // What is changed or wrong is never hidden.
    return m_isAdvancedShown || !row.spec().isAdvanced || !row.isDefault() || row.hasError();
}

void ComponentForm::updateVisibility() {
    m_visibleRows = 0;
    std::vector<std::string> groups;
    for (ParamRow* row : m_rows) {
        const bool wanted = isWanted(*row);
        row->setVisible(wanted);
        if (!wanted) continue;
        ++m_visibleRows;
        groups.push_back(row->spec().group);
    }
    for (const Heading& heading : m_headings)
        heading.label->setVisible(std::find(groups.begin(), groups.end(), heading.group) !=
                                  groups.end());
}

void ComponentForm::clearProblems() {
    for (ParamRow* row : m_rows)
        row->setProblem({}, false);
}

ParamRow* ComponentForm::firstError() const {
    for (ParamRow* row : m_rows)
        if (row->hasError()) return row;
    return nullptr;
}

int ComponentForm::errorCount() const {
    return static_cast<int>(std::count_if(m_rows.begin(), m_rows.end(),
                                          [](const ParamRow* row) { return row->hasError(); }));
}

int ComponentForm::labelWidthHint() const {
    int width = 0;
    for (const ParamRow* row : m_rows)
        width = std::max(width, row->labelWidthHint());
    return width;
}

void ComponentForm::setLabelWidth(int width) {
    for (ParamRow* row : m_rows)
        row->setLabelWidth(width);
}

} // namespace ui
