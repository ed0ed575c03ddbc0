#include "ui/editor/bool_field.h"

#include <QtWidgets/QCheckBox>

namespace ui {

BoolField::BoolField(const core::ParamSpec& spec, QWidget* parent)
    : ParamField(spec, parent), m_box(new QCheckBox(this)) {
    setEditor(m_box);
    connect(m_box, &QCheckBox::clicked, this, &ParamField::edited);
}

ParsedParam BoolField::parsed() const {
    return {core::ParamValue(m_box->isChecked()), {}, {}};
}

void BoolField::setValue(const core::ParamValue& value) {
    const bool* flag = std::get_if<bool>(&value);
    m_box->setChecked(flag && *flag);
}

} // namespace ui
