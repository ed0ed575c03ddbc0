// Mouse and keys of a plot: box zoom, wheel zoom, pan, fit, history, cursor. GUI thread.
#pragma once

#include <QtCore/QObject>
#include <QtCore/QPoint>

class QKeyEvent;
class QMouseEvent;
class QWheelEvent;
class QCPAxis;

namespace ui {

class CurvePlot;

class PlotNavigation : public QObject {
    Q_OBJECT

public:
    explicit PlotNavigation(CurvePlot& plot); // child of the plot

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Drag { None, Box, Pan, ScaleX, ScaleY };

    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release();
    void wheel(QWheelEvent& event);
    bool key(const QKeyEvent& event);
    bool isOurs(const QKeyEvent& event) const;

    void zoomToBox(const QRect& box);
    void zoomBy(double factor, const QPointF& center, bool inX, bool inY);
    void panBy(const QPoint& pixels);

    CurvePlot& m_plot;
    Drag m_drag = Drag::None;
    QPoint m_start;
    QPoint m_last;
};

} // namespace ui
