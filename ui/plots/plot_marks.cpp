#include "ui/plots/plot_marks.h"

#include <cmath>

namespace ui {
namespace {

constexpr double kMarkSize = 8.0;

} // namespace

PlotMarks::PlotMarks(QCustomPlot* plot, const QVector<Curve>& curves)
    : QCPLayerable(plot, QStringLiteral("marks")), m_curves(curves) {}

void PlotMarks::applyDefaultAntialiasingHint(QCPPainter* painter) const {
    painter->setAntialiasing(true);
}

QRect PlotMarks::clipRect() const {
    return mParentPlot->axisRect()->rect();
}

void PlotMarks::draw(QCPPainter* painter) {
    for (const Curve& curve : m_curves) {
        if (!curve.data) continue;
        drawSegments(painter, curve);
        drawRow(painter, curve.look.color, curve.data->nanKeys, Shape::DownHollow);
        drawRow(painter, curve.look.color, curve.data->plusInfKeys, Shape::UpSolid);
        drawRow(painter, curve.look.color, curve.data->minusInfKeys, Shape::DownSolid);
    }
}

void PlotMarks::drawSegments(QCPPainter* painter, const Curve& curve) {
    if (curve.look.isValidation) return; // at the same places as the training's
    QColor color = curve.look.color;
    color.setAlphaF(0.45F);
    painter->setPen(QPen(color, 1, Qt::DotLine));
    const QRect area = clipRect();
    for (size_t start : curve.data->segmentStarts) {
        if (start == 0) continue; // where the run began
        const double x = std::floor(mParentPlot->xAxis->coordToPixel(curve.data->key(start))) + 0.5;
        painter->drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    }
}

void PlotMarks::drawRow(QCPPainter* painter, const QColor& color, const std::vector<double>& keys,
                        Shape shape) {
    const QRect area = clipRect();
    const bool isUp = shape == Shape::UpSolid;
    const double edge = isUp ? area.top() + 1.0 : area.bottom() - 1.0;
    const double base = isUp ? edge + kMarkSize : edge - kMarkSize;
    painter->setPen(QPen(color, 1.25));
    painter->setBrush(shape == Shape::DownHollow ? Qt::NoBrush : QBrush(color));
    double lastX = -1e9;
    for (double key : keys) {
        const double x = mParentPlot->xAxis->coordToPixel(key);
        if (x < area.left() || x > area.right() || x - lastX < kMarkSize / 2) continue;
        lastX = x;
        painter->drawPolygon(QPolygonF({QPointF(x, edge), QPointF(x - kMarkSize / 2, base),
                                        QPointF(x + kMarkSize / 2, base)}));
    }
}

} // namespace ui
