#include "ui/start_choice.h"

#include <QtGui/QPainter>

#include "ui/common/icons.h"
#include "ui/common/theme.h"

namespace ui {
namespace {

constexpr int kIconSize = 24;
constexpr int kPadding = 16;

} // namespace

StartChoice::StartChoice(const QString& iconName, const QString& title, const QString& text,
                         QWidget* parent)
    : QAbstractButton(parent), m_iconName(iconName), m_details(text) {
    setText(title);
    setAccessibleDescription(text);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
}

QSize StartChoice::sizeHint() const {
    return QSize(fontMetrics().averageCharWidth() * 64, fontMetrics().height() * 2 + 2 * kPadding);
}

void StartChoice::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const ThemeColors colors = themeColors(palette());
    const bool isActive = underMouse() || hasFocus();
    QColor fill = palette().color(QPalette::Base);
    if (isDown()) fill = palette().color(QPalette::Midlight);
    painter.setPen(QPen(isActive ? colors.accent : colors.border, isActive ? 1.5 : 1));
    painter.setBrush(fill);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);

    const int middle = height() / 2;
    painter.drawPixmap(kPadding, middle - kIconSize / 2,
                       iconPixmap(m_iconName, colors.accent, kIconSize, devicePixelRatioF()));
    const QRect text = rect().adjusted(kPadding * 2 + kIconSize, 0, -kPadding, 0);
    const int line = fontMetrics().height();
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRect(text.left(), middle - line - 1, text.width(), line),
                     Qt::AlignLeft | Qt::AlignVCenter, this->text());
    painter.setFont(font());
    painter.setPen(colors.subtleText);
    painter.drawText(QRect(text.left(), middle + 2, text.width(), line),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(m_details, Qt::ElideRight, text.width()));
}

void StartChoice::enterEvent(QEnterEvent* event) {
    QAbstractButton::enterEvent(event);
    update();
}

void StartChoice::leaveEvent(QEvent* event) {
    QAbstractButton::leaveEvent(event);
    update();
}

} // namespace ui
