// The part of the editor for callbacks: a check box switches each on, its form is below. GUI
// thread.
#pragma once

#include <vector>

#include "core/run/catalog.h"
#include "core/run/run_config.h"
#include "ui/common/section.h"

class QCheckBox;

namespace ui {

class ComponentForm;

class CallbacksSection : public Section {
    Q_OBJECT

public:
    explicit CallbacksSection(const core::Catalog& catalog, QWidget* parent = nullptr);

    std::vector<core::Component> components() const;                    // those that are on
    void setComponents(const std::vector<core::Component>& components); // no signal

    ComponentForm* form(const std::string& id) const; // nullptr: unknown or off
    std::vector<ComponentForm*> forms() const;        // of those that are on
    void setAdvancedShown(bool shown);
    void setSearch(const QString& text);
    int labelWidthHint() const;
    void setLabelWidth(int width);

Q_SIGNALS:
    void edited();

private:
    struct Entry {
        std::string id;
        QString label;
        bool isAlwaysOn;
        QCheckBox* box;
        ComponentForm* form;
    };
    void addEntry(const core::ComponentInfo& info);
    void updateVisibility();

    std::vector<Entry> m_entries;
    QString m_search;
};

} // namespace ui
