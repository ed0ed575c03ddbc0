// The part of the editor for one component: which type, and the form of that type. GUI thread.
#pragma once

#include "core/run/catalog.h"
#include "core/run/run_config.h"
#include "ui/common/section.h"

class QComboBox;
class QLabel;

namespace ui {

class ComponentForm;

class ComponentSection : public Section {
    Q_OBJECT

public:
    ComponentSection(const QString& title, core::ComponentKind kind, const core::Catalog& catalog,
                     QWidget* parent = nullptr);

    core::Component component() const;
    void setComponent(const core::Component& component); // no signal

    ComponentForm* form() const { return m_form; }
    void setTypeProblem(const QString& message); // of the choice itself; empty: none
    bool hasTypeProblem() const;
    void setAdvancedShown(bool shown);
    void setSearch(const QString& text);
    int labelWidthHint() const;
    void setLabelWidth(int width);

Q_SIGNALS:
    void edited();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void createTypeRow(const QString& title);
    void changeType();
    void rebuildForm();

    core::ComponentKind m_kind;
    const core::Catalog& m_catalog;
    QWidget* m_typeRow = nullptr;
    QLabel* m_typeLabel = nullptr;
    QComboBox* m_type = nullptr;
    QLabel* m_help = nullptr;
    ComponentForm* m_form = nullptr;
    bool m_isAdvancedShown = false;
    QString m_search;
    QString m_typeProblem;
    int m_labelWidth = 0;
};

} // namespace ui
