#include "ui/common/style_painting.h"

#include <QtGui/QPainter>
#include <QtWidgets/QTabBar>

#include <algorithm>

#include "ui/common/icons.h"
#include "ui/common/theme.h"

namespace ui {
namespace {

constexpr double kRadius = 4.0;

bool has(const QStyleOption& option, QStyle::StateFlag flag) {
    return option.state & flag;
}

QColor washed(const QStyleOption& option, float alpha) {
    QColor color = option.palette.color(QPalette::WindowText);
    color.setAlphaF(alpha);
    return color;
}

void drawRounded(QPainter& painter, const QRect& rect, const QColor& fill, const QColor& border,
                 double width = 1.0) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(border.isValid() ? QPen(border, width) : QPen(Qt::NoPen));
    painter.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    const double inset = border.isValid() ? width / 2 : 0.0;
    painter.drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), kRadius, kRadius);
    painter.restore();
}

QColor buttonFill(const QStyleOption& option) {
    QColor fill = option.palette.color(QPalette::Button);
    if (!has(option, QStyle::State_Enabled)) return option.palette.color(QPalette::Window);
    if (has(option, QStyle::State_Sunken)) return fill.darker(112);
    if (has(option, QStyle::State_MouseOver))
        return isDark(option.palette) ? fill.lighter(120) : fill.darker(104);
    return fill;
}

QColor frameColor(const QStyleOption& option) {
    return has(option, QStyle::State_HasFocus) && has(option, QStyle::State_Enabled)
               ? themeColors(option.palette).accent
               : themeColors(option.palette).border;
}

} // namespace

void drawTabShape(const QStyleOptionTab& tab, QPainter& painter) {
    const bool isSelected = has(tab, QStyle::State_Selected);
    const QRect r = tab.rect;
    if (has(tab, QStyle::State_MouseOver) && !isSelected) painter.fillRect(r, washed(tab, 0.06F));
    if (!isSelected) return;
    const bool isSouth =
        tab.shape == QTabBar::RoundedSouth || tab.shape == QTabBar::TriangularSouth;
    const int y = isSouth ? r.top() : r.bottom() - 1;
    painter.fillRect(QRect(r.left() + 4, y, r.width() - 8, 2), themeColors(tab.palette).accent);
}

void drawHeaderSection(const QStyleOptionHeader& header, QPainter& painter) {
    const QRect r = header.rect;
    painter.fillRect(r, header.palette.color(QPalette::Window));
    painter.setPen(header.palette.color(QPalette::Mid));
    painter.drawLine(r.bottomLeft(), r.bottomRight());
    const bool isLast = header.position == QStyleOptionHeader::End ||
                        header.position == QStyleOptionHeader::OnlyOneSection;
    if (!header.text.isEmpty() && !isLast)
        painter.drawLine(r.right(), r.top() + 7, r.right(), r.bottom() - 6);
}

void drawDockTitle(const QStyleOptionDockWidget& dock, QPainter& painter) {
    const QRect text = dock.rect.adjusted(kSpacing, 0, -48, 0);
    painter.save();
    QFont font = painter.font();
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(dock.palette.color(QPalette::WindowText));
    painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(dock.title, Qt::ElideRight, text.width()));
    painter.restore();
}

void drawMenuBarItem(const QStyleOptionMenuItem& item, QPainter& painter) {
    const bool isActive = has(item, QStyle::State_Selected) || has(item, QStyle::State_Sunken);
    painter.fillRect(item.rect, item.palette.color(QPalette::Window));
    if (isActive) drawRounded(painter, item.rect.adjusted(1, 1, -1, -1), washed(item, 0.1F), {});
    painter.setPen(item.palette.color(QPalette::WindowText));
    painter.drawText(item.rect, Qt::AlignCenter | Qt::TextHideMnemonic, item.text);
}

// The one button of a panel that leads on, in the accent.
void drawPrimaryButton(const QStyleOptionButton& button, QPainter& painter) {
    QColor fill = button.palette.color(QPalette::Highlight);
    if (has(button, QStyle::State_Sunken))
        fill = fill.darker(115);
    else if (has(button, QStyle::State_MouseOver))
        fill = fill.lighter(110);
    drawRounded(painter, button.rect, fill, {});
    if (has(button, QStyle::State_HasFocus))
        drawRounded(painter, button.rect.adjusted(2, 2, -2, -2), {},
                    button.palette.color(QPalette::HighlightedText));
}

void drawButtonPanel(const QStyleOption& option, QPainter& painter) {
    drawRounded(painter, option.rect, buttonFill(option), frameColor(option));
}

void drawToolButtonPanel(const QStyleOption& option, QPainter& painter, bool showsChecked) {
    const bool isEnabled = has(option, QStyle::State_Enabled);
    const QRect r = option.rect.adjusted(0, 1, 0, -1);
    if (has(option, QStyle::State_On) && showsChecked) {
        QColor fill = themeColors(option.palette).accent;
        fill.setAlphaF(isEnabled ? 0.2F : 0.08F);
        drawRounded(painter, r, fill, {});
    }
    if (!isEnabled) return;
    if (has(option, QStyle::State_Sunken))
        drawRounded(painter, r, washed(option, 0.14F), {});
    else if (has(option, QStyle::State_MouseOver))
        drawRounded(painter, r, washed(option, 0.08F), {});
    if (has(option, QStyle::State_HasFocus) && has(option, QStyle::State_KeyboardFocusChange))
        drawRounded(painter, r, {}, themeColors(option.palette).accent);
}

void drawFrame(const QStyleOption& option, QPainter& painter) {
    drawRounded(painter, option.rect, {}, frameColor(option));
}

void drawFieldFrame(const QStyleOption& option, QPainter& painter) {
    const bool isEnabled = has(option, QStyle::State_Enabled);
    drawRounded(painter, option.rect,
                option.palette.color(isEnabled ? QPalette::Base : QPalette::Window),
                frameColor(option));
}

void drawComboBox(const QStyleOptionComboBox& combo, QPainter& painter) {
    drawButtonPanel(combo, painter);
    const int size = 12;
    const QRect r = combo.rect;
    QColor ink = themeColors(combo.palette).subtleText;
    if (!has(combo, QStyle::State_Enabled)) ink.setAlphaF(0.5F);
    painter.drawPixmap(
        r.right() - size - 7, r.center().y() - size / 2 + 1,
        iconPixmap(QStringLiteral("arrow-down"), ink, size, painter.device()->devicePixelRatioF()));
}

void drawCheckBox(const QStyleOption& option, QPainter& painter) {
    const bool isEnabled = has(option, QStyle::State_Enabled);
    const bool isOn = has(option, QStyle::State_On);
    QColor fill =
        isOn ? option.palette.color(QPalette::Highlight) : option.palette.color(QPalette::Base);
    if (!isEnabled) fill = option.palette.color(isOn ? QPalette::Mid : QPalette::Window);
    QColor border = isOn ? fill : themeColors(option.palette).subtleText;
    if (has(option, QStyle::State_HasFocus)) border = themeColors(option.palette).accent;
    drawRounded(painter, option.rect, fill, border);
    if (!isOn) return;
    const QRect r = option.rect.adjusted(1, 1, -1, -1);
    painter.drawPixmap(
        r, iconPixmap(QStringLiteral("check"), option.palette.color(QPalette::HighlightedText),
                      r.width(), painter.device()->devicePixelRatioF()));
}

void drawScrollBar(const QStyleOptionSlider& bar, const QRect& handle, const QColor& background,
                   QPainter& painter) {
    painter.fillRect(bar.rect, background);
    const bool isActive = has(bar, QStyle::State_MouseOver) || has(bar, QStyle::State_Sunken);
    QColor ink = bar.palette.color(QPalette::WindowText);
    ink.setAlphaF(isActive ? 0.45F : 0.25F);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    const QRectF shape = QRectF(handle).adjusted(3, 3, -3, -3);
    const double radius = std::min(shape.width(), shape.height()) / 2;
    painter.drawRoundedRect(shape, radius, radius);
    painter.restore();
}

void drawProgressGroove(const QStyleOption& option, QPainter& painter) {
    drawRounded(painter, option.rect.adjusted(0, 2, 0, -2), option.palette.color(QPalette::Mid),
                {});
}

void drawProgressContents(const QStyleOptionProgressBar& bar, QPainter& painter) {
    QRect area = bar.rect.adjusted(0, 2, 0, -2);
    const QColor accent = themeColors(bar.palette).accent;
    if (bar.maximum <= bar.minimum) { // not known how much there is
        QColor faded = accent;
        faded.setAlphaF(0.5F);
        return drawRounded(painter, area, faded, {});
    }
    const double fraction = static_cast<double>(bar.progress - bar.minimum) /
                            static_cast<double>(bar.maximum - bar.minimum);
    area.setWidth(static_cast<int>(area.width() * std::clamp(fraction, 0.0, 1.0)));
    if (area.width() > 2) drawRounded(painter, area, accent, {});
}

} // namespace ui
