#include "ui/editor/param_field.h"

#include <QtWidgets/QHBoxLayout>

#include "ui/common/theme.h"
#include "ui/editor/bool_field.h"
#include "ui/editor/choice_field.h"
#include "ui/editor/text_field.h"

namespace ui {

ParamField* ParamField::create(const core::ParamSpec& spec, QWidget* parent) {
    switch (spec.type) {
        case core::ParamType::Bool:
            return new BoolField(spec, parent);
        case core::ParamType::Enum:
            return new ChoiceField(spec, parent);
        default:
            return new TextField(spec, parent);
    }
}

void ParamField::setEditor(QWidget* editor, QWidget* beside) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kHalfSpacing);
    layout->addWidget(editor, 1);
    if (beside) layout->addWidget(beside);
    setFocusProxy(editor);
    editor->setAccessibleName(QString::fromStdString(m_spec.label));
    editor->setAccessibleDescription(QString::fromStdString(m_spec.help));
}

} // namespace ui
