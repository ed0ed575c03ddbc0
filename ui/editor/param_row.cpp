#include "ui/editor/param_row.h"

#include <QtCore/QEvent>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QToolButton>

#include "ui/common/icons.h"
#include "ui/common/theme.h"
#include "ui/editor/param_field.h"

namespace ui {

ParamRow::ParamRow(const core::ParamSpec& spec, QWidget* parent)
    : QWidget(parent), m_spec(spec), m_value(spec.defaultValue) {
    setObjectName(QStringLiteral("param:") + QString::fromStdString(spec.id));
    m_label = new QLabel(this);
    m_label->setTextFormat(Qt::RichText);
    m_field = ParamField::create(spec, this);
    m_reset = new QToolButton(this);
    m_reset->setObjectName(QStringLiteral("reset"));
    m_reset->setIcon(icon(QStringLiteral("reset")));
    m_reset->setAutoRaise(true);
    m_reset->setFixedWidth(resetWidth());
    m_reset->setFocusPolicy(Qt::NoFocus);
    m_reset->setToolTip(tr("Back to the default, %1").arg(paramText(spec.defaultValue)));
    m_reset->setAccessibleName(tr("Reset"));
    m_message = new QLabel(this);
    m_message->setObjectName(QStringLiteral("message"));
    m_message->setWordWrap(true);
    m_message->setTextFormat(Qt::PlainText);
    const QString help = QString::fromStdString(spec.help);
    m_label->setToolTip(help);
    m_field->setToolTip(help);
    createLayout();
    m_field->setValue(m_value);
    m_field->focusProxy()->installEventFilter(this);
    connect(m_field, &ParamField::edited, this, &ParamRow::takeEdit);
    connect(m_reset, &QToolButton::clicked, this, [this] {
        setValue(m_spec.defaultValue);
        Q_EMIT edited();
    });
    updateLook();
}

void ParamRow::createLayout() {
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(0, 2, 0, 2);
    layout->setHorizontalSpacing(kSpacing);
    layout->setVerticalSpacing(2);
    layout->addWidget(m_label, 0, 0);
    layout->addWidget(m_field, 0, 1);
    layout->addWidget(m_reset, 0, 2);
    layout->addWidget(m_message, 1, 0, 1, 3);
    layout->setColumnStretch(1, 1);
    QSizePolicy keep = m_reset->sizePolicy(); // a row must not jump when it is changed
    keep.setRetainSizeWhenHidden(true);
    m_reset->setSizePolicy(keep);
    setFocusProxy(m_field);
}

void ParamRow::setValue(const core::ParamValue& value) {
    m_value = value;
    m_field->setValue(value);
    const ParsedParam parsed = m_field->parsed();
    m_isReadable = parsed.value.has_value();
    m_ownProblem = parsed.problem;
    m_hint.clear();
    updateLook();
}

void ParamRow::takeEdit() {
    const ParsedParam parsed = m_field->parsed();
    m_isReadable = parsed.value.has_value();
    m_ownProblem = parsed.problem;
    m_hint = parsed.hint;
    m_outerProblem.clear(); // was about the value before
    if (parsed.value) m_value = *parsed.value;
    updateLook();
    Q_EMIT edited();
}

void ParamRow::setProblem(const QString& message, bool isWarning) {
    m_outerProblem = message;
    m_outerIsWarning = isWarning;
    updateMessage();
}

bool ParamRow::hasError() const {
    return !m_ownProblem.isEmpty() || (!m_outerProblem.isEmpty() && !m_outerIsWarning);
}

QString ParamRow::message() const {
    if (!m_ownProblem.isEmpty()) return m_ownProblem;
    if (!m_outerProblem.isEmpty()) return m_outerProblem;
    if (!m_hint.isEmpty()) return m_hint;
    return m_hasFocus ? QString::fromStdString(m_spec.help) : QString();
}

void ParamRow::updateLook() {
    const QString label = QString::fromStdString(m_spec.label).toHtmlEscaped();
    const QString unit = QString::fromStdString(m_spec.unit).toHtmlEscaped();
    const ThemeColors colors = themeColors(palette());
    QString text = label;
    if (!isDefault())
        text = QStringLiteral("<b>%1</b> <span style='color:%2'>●</span>")
                   .arg(label, colors.accent.name());
    if (!unit.isEmpty())
        text +=
            QStringLiteral(" <span style='color:%1'>%2</span>").arg(colors.subtleText.name(), unit);
    if (m_label->text() != text) m_label->setText(text);
    m_reset->setVisible(!isDefault() || !m_isReadable);
    updateMessage();
}

void ParamRow::updateMessage() {
    const QString text = message();
    const bool isWarning = m_ownProblem.isEmpty() && !m_outerProblem.isEmpty() && m_outerIsWarning;
    const ThemeColors colors = themeColors(palette());
    QPalette ink = palette();
    ink.setColor(QPalette::WindowText, hasError()  ? colors.bad
                                       : isWarning ? colors.warning
                                                   : colors.subtleText);
    m_message->setPalette(ink);
    m_message->setText(text);
    m_message->setVisible(!text.isEmpty());
    m_field->setBad(hasError());
}

int ParamRow::labelWidthHint() const {
    // Room for bold letters, the dot and the unit, so that no column moves when a value changes.
    QFont bold = font();
    bold.setBold(true);
    QString text = QString::fromStdString(m_spec.label) + QStringLiteral(" ●");
    if (!m_spec.unit.empty()) text += QLatin1Char(' ') + QString::fromStdString(m_spec.unit);
    return QFontMetrics(bold).horizontalAdvance(text);
}

void ParamRow::setLabelWidth(int width) {
    m_label->setFixedWidth(width);
    m_label->setWordWrap(labelWidthHint() > width);
}

bool ParamRow::matches(const QString& search) const {
    if (search.isEmpty()) return true;
    for (const std::string* text : {&m_spec.label, &m_spec.id, &m_spec.help})
        if (QString::fromStdString(*text).contains(search, Qt::CaseInsensitive)) return true;
    return false;
}

bool ParamRow::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        m_hasFocus = event->type() == QEvent::FocusIn;
        updateMessage();
    }
    return QWidget::eventFilter(watched, event);
}

void ParamRow::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) updateLook();
}

} // namespace ui
