#include "ui/plots/plot_cursor.h"

#include "ui/common/theme.h"

#include <cmath>

namespace ui {

PlotCursor::PlotCursor(QCustomPlot* plot) : QCPLayerable(plot, QStringLiteral("cursor")) {}

void PlotCursor::setKey(std::optional<double> key, QVector<Dot> dots) {
    if (!key && !m_key) return;
    m_key = key;
    m_dots = std::move(dots);
    layer()->replot();
}

void PlotCursor::setBox(const QRect& box) {
    m_box = box;
    layer()->replot();
}

void PlotCursor::applyDefaultAntialiasingHint(QCPPainter* painter) const {
    painter->setAntialiasing(true);
}

QRect PlotCursor::clipRect() const {
    return mParentPlot->axisRect()->rect();
}

void PlotCursor::draw(QCPPainter* painter) {
    const ThemeColors colors = themeColors(mParentPlot->palette());
    const QRect area = clipRect();
    if (m_key) {
        const double x = std::floor(mParentPlot->xAxis->coordToPixel(*m_key)) + 0.5;
        QColor line = colors.subtleText;
        line.setAlphaF(0.6F);
        painter->setPen(QPen(line, 1));
        painter->drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        for (const Dot& dot : m_dots) {
            const QPointF place(mParentPlot->xAxis->coordToPixel(dot.key),
                                mParentPlot->yAxis->coordToPixel(dot.value));
            const double radius = dot.isNearest ? 4.5 : 3.0;
            painter->setPen(QPen(colors.card, 1.5));
            painter->setBrush(dot.color);
            painter->drawEllipse(place, radius, radius);
        }
    }
    if (!m_box.isEmpty()) {
        QColor fill = colors.accent;
        fill.setAlphaF(0.14F);
        painter->setPen(QPen(colors.accent, 1));
        painter->setBrush(fill);
        painter->drawRect(QRectF(m_box).translated(0.5, 0.5));
    }
}

} // namespace ui
