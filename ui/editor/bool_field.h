// A check box for a yes-or-no parameter. GUI thread.
#pragma once

#include "ui/editor/param_field.h"

class QCheckBox;

namespace ui {

class BoolField : public ParamField {
    Q_OBJECT

public:
    BoolField(const core::ParamSpec& spec, QWidget* parent);
    ParsedParam parsed() const override;
    void setValue(const core::ParamValue& value) override;
    void setBad(bool) override {} // both values are always good

private:
    QCheckBox* m_box;
};

} // namespace ui
