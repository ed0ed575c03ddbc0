// A combo box for a parameter with named choices. The wheel scrolls the form, not the choice.
// GUI thread.
#pragma once

#include "ui/editor/param_field.h"

class QComboBox;

namespace ui {

class ChoiceField : public ParamField {
    Q_OBJECT

public:
    ChoiceField(const core::ParamSpec& spec, QWidget* parent);
    ParsedParam parsed() const override;
    void setValue(const core::ParamValue& value) override;
    void setBad(bool bad) override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QComboBox* m_box;
};

} // namespace ui
