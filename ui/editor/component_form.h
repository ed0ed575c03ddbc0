// A form for a list of parameters, made from their specs alone. GUI thread.
#pragma once

#include <QtWidgets/QWidget>

#include <vector>

#include "core/params.h"

class QLabel;
class QVBoxLayout;

namespace ui {

class ParamRow;

class ComponentForm : public QWidget {
    Q_OBJECT

public:
    ComponentForm(const std::vector<core::ParamSpec>& specs, QWidget* parent = nullptr);

    core::Params params() const;
    void setParams(const core::Params& params); // those it knows; no signal

    void setAdvancedShown(bool shown);
    void setSearch(const QString& text); // shows matching rows alone, advanced ones too
    int visibleRowCount() const { return m_visibleRows; }

    ParamRow* row(const std::string& id) const; // nullptr when there is none
    const std::vector<ParamRow*>& rows() const { return m_rows; }
    void clearProblems();
    ParamRow* firstError() const; // nullptr: none
    int errorCount() const;

    int labelWidthHint() const;
    void setLabelWidth(int width);

Q_SIGNALS:
    void edited();

private:
    void addGroupHeading(const std::string& group);
    bool isWanted(const ParamRow& row) const;
    void updateVisibility();

    std::vector<core::ParamSpec> m_specs;
    std::vector<ParamRow*> m_rows;
    struct Heading {
        std::string group;
        QLabel* label;
    };
    std::vector<Heading> m_headings;
    QVBoxLayout* m_layout;
    QString m_search;
    bool m_isAdvancedShown = false;
    int m_visibleRows = 0;
};

} // namespace ui
