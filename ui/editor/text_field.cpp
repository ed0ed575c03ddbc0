#include "ui/editor/text_field.h"

#include <QtCore/QFileInfo>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QToolButton>

#include "ui/common/icons.h"
#include "ui/common/theme.h"

namespace ui {

TextField::TextField(const core::ParamSpec& spec, QWidget* parent)
    : ParamField(spec, parent), m_line(new QLineEdit(this)) {
    if (isNumber()) m_line->setFont(tabularFigures(m_line->font()));
    if (spec.type == core::ParamType::IntList) m_line->setPlaceholderText(QStringLiteral("64, 32"));
    m_line->installEventFilter(this);
    setEditor(m_line, spec.type == core::ParamType::Path ? createBrowseButton() : nullptr);
    connect(m_line, &QLineEdit::textEdited, this, &ParamField::edited);
}

QWidget* TextField::createBrowseButton() {
    auto* button = new QToolButton(this);
    button->setIcon(icon(QStringLiteral("open-folder")));
    button->setToolTip(tr("Choose a file"));
    button->setAccessibleName(tr("Choose a file"));
    connect(button, &QToolButton::clicked, this, [this] {
        const QString folder = QFileInfo(m_line->text()).path();
        const QString chosen =
            QFileDialog::getOpenFileName(this, QString::fromStdString(spec().label), folder);
        if (chosen.isEmpty()) return;
        m_line->setText(chosen);
        Q_EMIT edited();
    });
    return button;
}

bool TextField::isNumber() const {
    return spec().type == core::ParamType::Int || spec().type == core::ParamType::Real;
}

ParsedParam TextField::parsed() const {
    return parseParam(spec(), m_line->text());
}

void TextField::setValue(const core::ParamValue& value) {
    // Not while the text already says it: "1e-3" must not turn into "0.001" under the cursor.
    const auto now = parsed().value;
    if (now && *now == value) return;
    m_line->setText(paramText(value));
    // Of a long path the end tells most.
    if (spec().type != core::ParamType::Path) m_line->setCursorPosition(0);
}

void TextField::setBad(bool bad) {
    QPalette palette;
    if (bad) palette.setColor(QPalette::Base, themeColors(this->palette()).badSurface);
    m_line->setPalette(palette);
}

void TextField::step(int direction, bool big) {
    const auto value = parsed().value;
    if (!value) return;
    m_line->setText(paramText(steppedParam(spec(), *value, direction, big)));
    Q_EMIT edited();
}

bool TextField::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && isNumber()) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Up || key->key() == Qt::Key_Down) {
            step(key->key() == Qt::Key_Up ? 1 : -1, key->modifiers() & Qt::ControlModifier);
            return true;
        }
    }
    return ParamField::eventFilter(watched, event);
}

} // namespace ui
