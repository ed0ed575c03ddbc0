// What a plot says about the points under the pointer: snaps to the nearest, marks it, lists the
// others in a HoverTip. GUI thread.
#pragma once

#include "ui/plots/hover_points.h"
#include "ui/plots/hover_tip.h"

#include <QtCore/QPointer>

#include <optional>

namespace ui {

class PlotCursor;

class PlotHover : public QObject {
    Q_OBJECT

public:
    // `cursor` draws the line and the dots; `curves` are the plot's own.
    PlotHover(QCustomPlot& plot, PlotCursor& cursor, const QVector<Curve>& curves);
    ~PlotHover() override;

    void moveTo(const QPoint& place); // of the pointer, in the plot's coordinates
    void step(int points);            // along the curve that was nearest last
    void leave();
    void showLinked(std::optional<double> key); // another plot's cursor: line and dots only
    void onCurvesChanged();
    void copy() const; // the list, to the clipboard

Q_SIGNALS:
    void moved(std::optional<double> key); // nullopt: left

private:
    void show(double key, const QPoint* place);
    HoverPoint* nearest(const QPoint* place);
    void showTip(const QPoint& place);

    QCustomPlot& m_plot;
    PlotCursor& m_cursor;
    const QVector<Curve>& m_curves;
    QPointer<HoverTip> m_tip;      // a child of the window
    QVector<HoverPoint> m_points;  // what the tip lists; they point into m_curves
    int m_curve = 0;               // that was nearest last
    std::optional<QPoint> m_place; // of the pointer over the plot
};

} // namespace ui
