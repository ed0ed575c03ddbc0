#include "ui/plots/plot_navigation.h"

#include "ui/plots/curve_plot.h"
#include "ui/plots/plot_hover.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QWheelEvent>

#include <cmath>

namespace ui {
namespace {

constexpr int kDragStart = 5;      // pixels before a press becomes a drag
constexpr double kZoomStep = 0.85; // of one notch of the wheel
constexpr double kKeyZoomStep = 0.7;

QCPRange scaled(const QCPAxis& axis, double factor, double pixel) {
    const double center = axis.pixelToCoord(pixel);
    const QCPRange range = axis.range();
    if (axis.scaleType() == QCPAxis::stLogarithmic)
        return {center * std::pow(range.lower / center, factor),
                center * std::pow(range.upper / center, factor)};
    return {center + (range.lower - center) * factor, center + (range.upper - center) * factor};
}

QCPRange moved(const QCPAxis& axis, double pixels) {
    const bool isX = axis.orientation() == Qt::Horizontal;
    const QRect area = axis.axisRect()->rect();
    const double lower = isX ? area.left() : area.bottom() + 1;
    const double upper = isX ? area.left() + area.width() : area.top();
    return {axis.pixelToCoord(lower - pixels), axis.pixelToCoord(upper - pixels)};
}

} // namespace

PlotNavigation::PlotNavigation(CurvePlot& plot) : QObject(&plot), m_plot(plot) {
    plot.installEventFilter(this);
}

// What is handled here never reaches QCustomPlot, which would look for the curve under the pointer
// among all points.
bool PlotNavigation::eventFilter(QObject*, QEvent* event) {
    switch (event->type()) {
        case QEvent::MouseButtonPress:
            press(*static_cast<QMouseEvent*>(event));
            return true;
        case QEvent::MouseMove:
            move(*static_cast<QMouseEvent*>(event));
            return true;
        case QEvent::MouseButtonRelease:
            release();
            return true;
        case QEvent::MouseButtonDblClick:
            m_drag = Drag::None;
            m_plot.fit();
            return true;
        case QEvent::Leave:
            m_plot.hover().leave();
            return false;
        case QEvent::Wheel:
            wheel(*static_cast<QWheelEvent*>(event));
            return true;
        case QEvent::ShortcutOverride:
            if (!isOurs(*static_cast<QKeyEvent*>(event))) return false;
            event->accept(); // else a shortcut of the window would take the key
            return true;
        case QEvent::KeyPress:
            return key(*static_cast<QKeyEvent*>(event));
        default:
            return false;
    }
}

void PlotNavigation::press(const QMouseEvent& event) {
    m_plot.setFocus(Qt::MouseFocusReason);
    m_start = m_last = event.position().toPoint();
    const QRect area = m_plot.axisRect()->rect();
    const bool isLeft = event.button() == Qt::LeftButton;
    m_drag = Drag::None;
    if (event.button() == Qt::MiddleButton || (isLeft && event.modifiers() & Qt::ShiftModifier))
        m_drag = Drag::Pan;
    else if (isLeft && area.contains(m_start))
        m_drag = Drag::Box;
    else if (isLeft)
        m_drag = m_start.x() < area.left() ? Drag::ScaleY : Drag::ScaleX;
    if (m_drag != Drag::None) m_plot.hover().leave();
}

void PlotNavigation::move(const QMouseEvent& event) {
    const QPoint place = event.position().toPoint();
    const QPoint step = place - m_last;
    m_last = place;
    switch (m_drag) {
        case Drag::None:
            m_plot.hover().moveTo(place);
            break;
        case Drag::Box:
            if ((place - m_start).manhattanLength() >= kDragStart)
                m_plot.showBox(QRect(m_start, place).normalized());
            break;
        case Drag::Pan:
            panBy(step);
            break;
        case Drag::ScaleX:
            zoomBy(std::exp(-step.x() / 100.0), m_plot.axisRect()->rect().center(), true, false);
            break;
        case Drag::ScaleY:
            zoomBy(std::exp(step.y() / 100.0), m_plot.axisRect()->rect().center(), false, true);
            break;
    }
}

void PlotNavigation::release() {
    const bool isBox = m_drag == Drag::Box && (m_last - m_start).manhattanLength() >= kDragStart;
    m_drag = Drag::None;
    m_plot.showBox({});
    if (isBox) zoomToBox(QRect(m_start, m_last).normalized());
}

// A box that is all but flat chooses a range of the one axis.
void PlotNavigation::zoomToBox(const QRect& box) {
    const QRect area = box.intersected(m_plot.axisRect()->rect());
    QCPRange x = m_plot.xAxis->range();
    QCPRange y = m_plot.yAxis->range();
    const bool inX = area.width() > kDragStart;
    const bool inY = area.height() > 2 * kDragStart;
    if (inX)
        x = {m_plot.xAxis->pixelToCoord(area.left()), m_plot.xAxis->pixelToCoord(area.right())};
    if (inY)
        y = {m_plot.yAxis->pixelToCoord(area.bottom()), m_plot.yAxis->pixelToCoord(area.top())};
    if (inX || inY) m_plot.zoomTo(x, y);
}

void PlotNavigation::wheel(QWheelEvent& event) {
    // In a page that scrolls, the wheel belongs to a plot only after a click on it.
    if (!m_plot.hasFocus()) {
        event.ignore();
        return;
    }
    event.accept();
    // Shift turns the wheel sideways on some systems.
    const QPoint angle = event.angleDelta();
    const double notches = (angle.y() != 0 ? angle.y() : angle.x()) / 120.0;
    const QRect area = m_plot.axisRect()->rect();
    const bool onYAxis = event.position().x() < area.left();
    const bool onXAxis = event.position().y() > area.bottom();
    const bool onlyX = onXAxis || event.modifiers() & Qt::ControlModifier;
    const bool onlyY = onYAxis || event.modifiers() & Qt::ShiftModifier;
    zoomBy(std::pow(kZoomStep, notches), event.position(), !onlyY, !onlyX);
}

void PlotNavigation::zoomBy(double factor, const QPointF& center, bool inX, bool inY) {
    if (!inX && !inY) return;
    m_plot.zoomTo(inX ? scaled(*m_plot.xAxis, factor, center.x()) : m_plot.xAxis->range(),
                  inY ? scaled(*m_plot.yAxis, factor, center.y()) : m_plot.yAxis->range());
}

void PlotNavigation::panBy(const QPoint& pixels) {
    if (pixels.isNull()) return;
    m_plot.zoomTo(moved(*m_plot.xAxis, pixels.x()), moved(*m_plot.yAxis, pixels.y()));
}

bool PlotNavigation::isOurs(const QKeyEvent& event) const {
    static const QList<int> plain = {Qt::Key_L,    Qt::Key_F,     Qt::Key_0,
                                     Qt::Key_Plus, Qt::Key_Equal, Qt::Key_Minus,
                                     Qt::Key_Left, Qt::Key_Right, Qt::Key_Backspace};
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    if (modifiers == Qt::AltModifier)
        return event.key() == Qt::Key_Left || event.key() == Qt::Key_Right;
    if (modifiers == Qt::ControlModifier)
        return event.key() == Qt::Key_C || event.key() == Qt::Key_0;
    return (modifiers == Qt::NoModifier || modifiers == Qt::ShiftModifier) &&
           plain.contains(event.key());
}

bool PlotNavigation::key(const QKeyEvent& event) {
    if (event.key() == Qt::Key_Escape) {
        m_drag = Drag::None;
        m_plot.showBox({});
        m_plot.hover().leave();
        return false; // and whatever else Escape closes
    }
    if (!isOurs(event)) return false;
    const QPointF center = m_plot.axisRect()->rect().center();
    const bool isAlt = event.modifiers() & Qt::AltModifier;
    const int step = event.modifiers() & Qt::ShiftModifier ? 10 : 1;
    switch (event.key()) {
        case Qt::Key_L:
            m_plot.setLogY(!m_plot.isLogY());
            break;
        case Qt::Key_F:
            m_plot.setFollowing(!m_plot.isFollowing());
            break;
        case Qt::Key_0:
            m_plot.fit();
            break;
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            zoomBy(kKeyZoomStep, center, true, true);
            break;
        case Qt::Key_Minus:
            zoomBy(1 / kKeyZoomStep, center, true, true);
            break;
        case Qt::Key_Backspace:
            m_plot.goBack();
            break;
        case Qt::Key_Left:
            isAlt ? m_plot.goBack() : m_plot.hover().step(-step);
            break;
        case Qt::Key_Right:
            isAlt ? m_plot.goForward() : m_plot.hover().step(step);
            break;
        case Qt::Key_C:
            m_plot.hover().copy();
            break;
        default:
            return false;
    }
    return true;
}

} // namespace ui
