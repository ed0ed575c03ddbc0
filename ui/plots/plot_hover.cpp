#include "ui/plots/plot_hover.h"

#include "ui/plots/plot_cursor.h"

#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

QVector<PlotCursor::Dot> dotsOf(const QVector<HoverPoint>& points) {
    QVector<PlotCursor::Dot> dots;
    for (const HoverPoint& point : points)
        dots.append({point.key, point.drawnValue(), point.curve->look.color, point.isNearest});
    return dots;
}

} // namespace

PlotHover::PlotHover(QCustomPlot& plot, PlotCursor& cursor, const QVector<Curve>& curves)
    : QObject(&plot), m_plot(plot), m_cursor(cursor), m_curves(curves) {}

PlotHover::~PlotHover() {
    delete m_tip;
}

void PlotHover::moveTo(const QPoint& place) {
    if (!m_plot.axisRect()->rect().contains(place)) {
        leave();
        return;
    }
    show(m_plot.xAxis->pixelToCoord(place.x()), &place);
    if (m_cursor.key()) m_place = place;
}

void PlotHover::step(int points) {
    if (m_curve >= m_curves.size() || !m_curves[m_curve].data) m_curve = 0;
    if (m_curves.isEmpty() || !m_curves[m_curve].data) return;
    const SeriesData& data = *m_curves[m_curve].data;
    if (data.size() == 0) return;
    const QCPRange visible = m_plot.xAxis->range();
    const double key = m_cursor.key().value_or(visible.center());
    const qint64 index = qint64(nearestIndex(data, key)) + (m_cursor.key() ? points : 0);
    m_place.reset();
    const double target = data.key(size_t(std::clamp<qint64>(index, 0, qint64(data.size()) - 1)));
    if (visible.contains(target)) show(target, nullptr);
}

// `place`: of the pointer; none when keys move the cursor.
void PlotHover::show(double key, const QPoint* place) {
    m_points = hoverPoints(m_curves, key, m_plot.xAxis->range());
    HoverPoint* point = nearest(place);
    if (!point) {
        leave();
        return;
    }
    point->isNearest = true;
    m_curve = int(point->curve - m_curves.constData());
    m_cursor.setKey(point->key, dotsOf(m_points));
    const QPoint beside(int(m_plot.xAxis->coordToPixel(point->key)),
                        m_plot.axisRect()->rect().center().y());
    showTip(place ? *place : beside);
    Q_EMIT moved(point->key);
}

// In pixels from the pointer; without one, the point of the same curve as before.
HoverPoint* PlotHover::nearest(const QPoint* place) {
    HoverPoint* best = nullptr;
    double leastDistance = 0.0;
    for (HoverPoint& point : m_points) {
        double distance = point.curve - m_curves.constData() == m_curve ? 0.0 : 1.0;
        if (place) {
            const double x = m_plot.xAxis->coordToPixel(point.key);
            const double y = m_plot.yAxis->coordToPixel(point.drawnValue());
            distance = std::hypot(x - place->x(), std::isfinite(y) ? y - place->y() : 1e6);
        }
        if (best && distance >= leastDistance) continue;
        best = &point;
        leastDistance = distance;
    }
    return best;
}

void PlotHover::showTip(const QPoint& place) {
    QWidget* window = m_plot.window();
    if (!m_tip || m_tip->parentWidget() != window) {
        delete m_tip;
        m_tip = new HoverTip(window);
    }
    m_tip->showAt(m_plot.mapTo(window, place), m_points);
}

void PlotHover::leave() {
    m_points.clear();
    m_place.reset();
    if (m_tip) m_tip->hide();
    if (!m_cursor.key()) return;
    m_cursor.setKey(std::nullopt, {});
    Q_EMIT moved(std::nullopt);
}

void PlotHover::showLinked(std::optional<double> key) {
    m_cursor.setKey(key, key ? dotsOf(hoverPoints(m_curves, *key, m_plot.xAxis->range()))
                             : QVector<PlotCursor::Dot>());
}

void PlotHover::onCurvesChanged() {
    m_points.clear(); // they pointed into the old curves
    if (m_place)
        moveTo(QPoint(*m_place)); // a copy: moveTo may forget it
    else if (m_cursor.key())
        showLinked(m_cursor.key());
}

void PlotHover::copy() const {
    if (!m_points.isEmpty()) QGuiApplication::clipboard()->setText(hoverText(m_points));
}

} // namespace ui
