// The moving parts of a plot, on a layer of their own so that drawing them costs no curve: the
// vertical line under the pointer, dots on the nearest points, the box being zoomed to. GUI thread.
#pragma once

#include <qcustomplot.h>

#include <optional>

namespace ui {

class PlotCursor : public QCPLayerable {
    Q_OBJECT

public:
    struct Dot {
        double key;
        double value;
        QColor color;
        bool isNearest;
    };

    explicit PlotCursor(QCustomPlot* plot);

    void setKey(std::optional<double> key, QVector<Dot> dots);
    void setBox(const QRect& box); // empty: none
    std::optional<double> key() const { return m_key; }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    QRect clipRect() const override;
    void draw(QCPPainter* painter) override;

private:
    std::optional<double> m_key;
    QVector<Dot> m_dots;
    QRect m_box;
};

} // namespace ui
