#include "ui/editor/choice_field.h"

#include <QtCore/QEvent>
#include <QtWidgets/QComboBox>

#include "ui/common/theme.h"

namespace ui {

ChoiceField::ChoiceField(const core::ParamSpec& spec, QWidget* parent)
    : ParamField(spec, parent), m_box(new QComboBox(this)) {
    for (const std::string& choice : spec.choices)
        m_box->addItem(QString::fromStdString(choice));
    m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_box->setMinimumContentsLength(6);
    m_box->setFocusPolicy(Qt::StrongFocus);
    m_box->installEventFilter(this);
    setEditor(m_box);
    connect(m_box, &QComboBox::activated, this, &ParamField::edited);
}

ParsedParam ChoiceField::parsed() const {
    return parseParam(spec(), m_box->currentText());
}

void ChoiceField::setValue(const core::ParamValue& value) {
    const QString text = paramText(value);
    // A value that is no choice (of an older file) is shown, and then marked as wrong.
    if (m_box->findText(text) < 0) m_box->addItem(text);
    m_box->setCurrentText(text);
}

void ChoiceField::setBad(bool bad) {
    QPalette palette;
    if (bad) palette.setColor(QPalette::Button, themeColors(this->palette()).badSurface);
    m_box->setPalette(palette);
}

bool ChoiceField::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Wheel || m_box->hasFocus())
        return ParamField::eventFilter(watched, event);
    event->ignore(); // goes on to the scroll area
    return true;
}

} // namespace ui
