#include "ui/common/chip.h"

#include <QtGui/QPainter>

#include "ui/common/theme.h"

namespace ui {

Chip::Chip(const QString& text, QWidget* parent) : QAbstractButton(parent) {
    setText(text);
    setCheckable(true);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
}

QSize Chip::sizeHint() const {
    return QSize(fontMetrics().horizontalAdvance(text()) + 18, fontMetrics().height() + 8);
}

void Chip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const ThemeColors colors = themeColors(palette());
    const QRectF shape = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    QColor fill = isChecked() ? colors.noteSurface : QColor(Qt::transparent);
    if (underMouse() && !isChecked()) fill = palette().color(QPalette::Midlight);
    painter.setPen(QPen(isChecked() || hasFocus() ? colors.accent : colors.border, 1));
    painter.setBrush(fill);
    painter.drawRoundedRect(shape, shape.height() / 2, shape.height() / 2);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(rect(), Qt::AlignCenter, text());
}

void Chip::enterEvent(QEnterEvent* event) {
    QAbstractButton::enterEvent(event);
    update();
}

void Chip::leaveEvent(QEvent* event) {
    QAbstractButton::leaveEvent(event);
    update();
}

} // namespace ui
