// The editor of one parameter, made by its type: base class and factory. GUI thread.
#pragma once

#include <QtWidgets/QWidget>

#include "ui/editor/param_text.h"

namespace ui {

class ParamField : public QWidget {
    Q_OBJECT

public:
    static ParamField* create(const core::ParamSpec& spec, QWidget* parent);

    virtual ParsedParam parsed() const = 0;
    virtual void setValue(const core::ParamValue& value) = 0;
    virtual void setBad(bool bad) = 0; // drawn as wrong

Q_SIGNALS:
    void edited(); // by a person

protected:
    ParamField(const core::ParamSpec& spec, QWidget* parent) : QWidget(parent), m_spec(spec) {}
    const core::ParamSpec& spec() const { return m_spec; }
    void setEditor(QWidget* editor, QWidget* beside = nullptr); // fills this widget

private:
    core::ParamSpec m_spec;
};

} // namespace ui
