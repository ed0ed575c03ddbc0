#include "ui/plots/hover_tip.h"

#include "ui/common/format.h"
#include "ui/common/theme.h"

#include <QtGui/QPainter>

#include <algorithm>

namespace ui {
namespace {

constexpr int kSwatch = 16;
constexpr int kGap = 12;        // between columns
constexpr int kPointerGap = 14; // between pointer and table
constexpr int kNameLimit = 220; // pixels
constexpr int kColumnCount = 5;

const QStringList& titles() {
    static const QStringList texts = {QString(), QStringLiteral("Value"), QStringLiteral("Raw"),
                                      QStringLiteral("Step"), QStringLiteral("Time")};
    return texts;
}

QFont boldOf(QFont font) {
    font.setBold(true);
    return font;
}

} // namespace

HoverTip::HoverTip(QWidget* window) : QWidget(window) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFont(tabularFigures(font()));
    hide();
}

void HoverTip::showAt(const QPoint& place, const QVector<HoverPoint>& points) {
    if (points.isEmpty()) {
        hide();
        return;
    }
    fill(points);
    layOut();
    QPoint corner = place + QPoint(kPointerGap, kPointerGap);
    const QSize room = parentWidget()->size();
    if (corner.x() + width() > room.width()) corner.setX(place.x() - kPointerGap - width());
    if (corner.y() + height() > room.height()) corner.setY(place.y() - kPointerGap - height());
    move(std::max(0, corner.x()), std::max(0, corner.y()));
    show();
    raise();
    update();
}

void HoverTip::fill(const QVector<HoverPoint>& points) {
    m_rows.clear();
    for (const HoverPoint& point : points) {
        const SeriesData& data = *point.curve->data;
        Row row;
        row.pen = point.curve->look.pen(2);
        row.isBold = point.isNearest;
        row.cells = {point.curve->look.label(), numberText(point.drawnValue()),
                     point.isSmoothed() ? numberText(point.value) : QString(),
                     countText(qint64(data.step[point.index])),
                     durationText(data.relativeS[point.index])};
        // The nearest is shown even when the list is cut off.
        if (m_rows.size() < kRowLimit)
            m_rows.append(row);
        else if (row.isBold)
            m_rows.last() = row;
    }
    const auto hidden = points.size() - m_rows.size();
    m_more = hidden > 0 ? tr("+%1 more").arg(hidden) : QString();
}

void HoverTip::layOut() {
    const QFontMetrics metrics(boldOf(font()));
    m_columnWidths.fill(0, kColumnCount);
    for (int column = 0; column < kColumnCount; ++column) {
        for (Row& row : m_rows) {
            if (column == 0)
                row.cells[0] = metrics.elidedText(row.cells[0], Qt::ElideMiddle, kNameLimit);
            m_columnWidths[column] =
                std::max(m_columnWidths[column], metrics.horizontalAdvance(row.cells[column]));
        }
        if (m_columnWidths[column] > 0)
            m_columnWidths[column] =
                std::max(m_columnWidths[column], metrics.horizontalAdvance(titles()[column]));
    }
    int width = 2 * kSpacing + kSwatch + kSpacing - kGap;
    for (int column : m_columnWidths)
        if (column > 0) width += column + kGap;
    const int lines = 1 + int(m_rows.size()) + (m_more.isEmpty() ? 0 : 1);
    resize(width, lines * (metrics.height() + 2) + 2 * kSpacing);
}

void HoverTip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const ThemeColors colors = themeColors(palette());
    painter.setPen(colors.border);
    painter.setBrush(palette().color(QPalette::ToolTipBase));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);

    const int lineHeight = QFontMetrics(boldOf(font())).height() + 2;
    const auto drawCells = [&](int y, const QStringList& cells) {
        int x = kSpacing + kSwatch + kSpacing;
        for (int column = 0; column < kColumnCount; ++column) {
            if (m_columnWidths[column] == 0) continue;
            const QRect cell(x, y, m_columnWidths[column], lineHeight);
            const auto side = column == 0 ? Qt::AlignLeft : Qt::AlignRight;
            painter.drawText(cell, side | Qt::AlignVCenter, cells[column]);
            x += m_columnWidths[column] + kGap;
        }
    };
    int y = kSpacing;
    painter.setPen(colors.subtleText);
    drawCells(y, titles());
    for (const Row& row : m_rows) {
        y += lineHeight;
        painter.setPen(row.pen);
        painter.drawLine(kSpacing, y + lineHeight / 2, kSpacing + kSwatch, y + lineHeight / 2);
        painter.setPen(palette().color(QPalette::ToolTipText));
        painter.setFont(row.isBold ? boldOf(font()) : font());
        drawCells(y, row.cells);
    }
    painter.setFont(font());
    painter.setPen(colors.subtleText);
    if (!m_more.isEmpty())
        painter.drawText(QRect(kSpacing + kSwatch + kSpacing, y + lineHeight, width(), lineHeight),
                         Qt::AlignLeft | Qt::AlignVCenter, m_more);
}

} // namespace ui
