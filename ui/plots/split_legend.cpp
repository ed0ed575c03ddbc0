#include "ui/plots/split_legend.h"

#include "ui/common/theme.h"

#include <QtCore/QSet>
#include <QtGui/QPainter>

#include <algorithm>

namespace ui {
namespace {

constexpr int kSample = 20;
constexpr int kGap = 5;
constexpr double kWidth = 1.75; // of the line

} // namespace

void SplitLegend::setCurves(const QVector<Curve>& curves) {
    QVector<Item> items;
    QSet<QRgb> colors;
    QSet<QString> names;
    for (const Curve& curve : curves) {
        colors.insert(curve.look.color.rgb());
        if (curve.look.splitName.isEmpty() || names.contains(curve.look.splitName)) continue;
        names.insert(curve.look.splitName);
        items.append({curve.look.pen(kWidth), curve.look.splitName, curve.look.isValidation});
    }
    // One run: its colour; several: the plain line styles, since runs of one colour differ in
    // theirs.
    if (colors.size() > 1)
        for (Item& item : items) {
            CurveLook plain;
            plain.isValidation = item.isValidation;
            item.pen = plain.pen(kWidth);
            item.pen.setColor(QColor());
        }
    if (items == m_items) return; // as with most new data: nothing is laid out anew
    m_items = items;
    updateGeometry();
    update();
}

QSize SplitLegend::sizeHint() const {
    int width = 0;
    for (const Item& item : m_items)
        width += kSample + kGap + fontMetrics().horizontalAdvance(item.text) + kSpacing;
    return {width, fontMetrics().height()};
}

void SplitLegend::setRoom(int pixels) {
    m_room = pixels;
    update();
}

bool SplitLegend::isShown() const {
    return !m_items.isEmpty() && sizeHint().width() - kSpacing <= std::min(width(), m_room);
}

void SplitLegend::paintEvent(QPaintEvent*) {
    if (!isShown()) return;
    QPainter painter(this);
    const QColor textColor = themeColors(palette()).subtleText;
    int x = 0;
    for (Item item : m_items) {
        const int textWidth = fontMetrics().horizontalAdvance(item.text);
        if (!item.pen.color().isValid()) item.pen.setColor(textColor);
        painter.setPen(item.pen);
        painter.drawLine(x, height() / 2, x + kSample, height() / 2);
        x += kSample + kGap;
        painter.setPen(textColor);
        painter.drawText(QRect(x, 0, textWidth + 1, height()), Qt::AlignVCenter, item.text);
        x += textWidth + kSpacing;
    }
}

} // namespace ui
