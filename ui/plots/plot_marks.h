// What a plot shows besides its curves: triangles where values are NaN or infinite, a thin line
// where a run was resumed. GUI thread.
#pragma once

#include "ui/plots/curve.h"

namespace ui {

class PlotMarks : public QCPLayerable {
    Q_OBJECT

public:
    PlotMarks(QCustomPlot* plot, const QVector<Curve>& curves);

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    QRect clipRect() const override;
    void draw(QCPPainter* painter) override;

private:
    enum class Shape { DownHollow, UpSolid, DownSolid };
    void drawSegments(QCPPainter* painter, const Curve& curve);
    void drawRow(QCPPainter* painter, const QColor& color, const std::vector<double>& keys,
                 Shape shape);

    const QVector<Curve>& m_curves; // the plot's own
};

} // namespace ui
