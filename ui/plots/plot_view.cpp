#include "ui/plots/plot_view.h"

#include "ui/plots/decimate.h"

#include <QtCore/QDateTime>

#include <cmath>

namespace ui {
namespace {

constexpr qint64 kOneGestureMs = 400;
constexpr int kHistoryLimit = 100;
constexpr double kPadX = 0.015;
constexpr double kPadY = 0.06;

QCPRange padded(const QCPRange& range, double share, double padOfOne) {
    const double pad = range.size() > 0 ? range.size() * share : padOfOne;
    return {range.lower - pad, range.upper + pad};
}

QCPRange paddedX(const QCPRange& range) {
    return padded(range, kPadX, 0.5);
}

// A constant lies in the middle of an axis whose numbers are of its size.
QCPRange paddedY(const QCPRange& range) {
    return padded(range, kPadY, range.lower != 0 ? std::fabs(range.lower) * 0.5 : 0.5);
}

QCPRange paddedLog(const QCPRange& range) {
    const double decades = std::log10(range.upper / range.lower);
    const double factor = std::pow(10.0, decades > 0 ? decades * kPadY : 0.1);
    return {range.lower / factor, range.upper * factor};
}

} // namespace

std::optional<QCPRange> keyRange(const QVector<Curve>& curves) {
    std::optional<QCPRange> range;
    for (const Curve& curve : curves) {
        if (!curve.data || curve.data->size() == 0) continue;
        const QCPRange own(curve.data->key(0), curve.data->key(curve.data->size() - 1));
        if (range)
            range->expand(own);
        else
            range = own;
    }
    return range;
}

void PlotView::setFollowing(bool follows) {
    m_now.isFollowing = follows;
}

void PlotView::fit(bool follows) {
    if (m_now.isZoomed) remember();
    m_now.isZoomed = false;
    m_now.isFollowing = follows;
    m_needsFit = true;
}

void PlotView::zoomTo(const QCPRange& x, const QCPRange& y) {
    if (!QCPRange::validRange(x) || !QCPRange::validRange(y)) return;
    remember();
    m_now = {x, y, true, false};
}

void PlotView::zoomToX(const QCPRange& x) {
    zoomTo(x, m_now.y);
    m_needsFitY = true;
}

void PlotView::remember() {
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    const bool isSameGesture = m_now.isZoomed && now - m_lastChangeMs < kOneGestureMs;
    m_lastChangeMs = now;
    if (isSameGesture && !m_past.isEmpty()) return;
    m_past.append(m_now);
    if (m_past.size() > kHistoryLimit) m_past.removeFirst();
    m_future.clear();
}

bool PlotView::back() {
    if (m_past.isEmpty()) return false;
    m_future.append(m_now);
    m_now = m_past.takeLast();
    m_needsFit = !m_now.isZoomed;
    m_lastChangeMs = 0;
    return true;
}

bool PlotView::forward() {
    if (m_future.isEmpty()) return false;
    m_past.append(m_now);
    m_now = m_future.takeLast();
    m_needsFit = !m_now.isZoomed;
    m_lastChangeMs = 0;
    return true;
}

void PlotView::update(const QVector<Curve>& curves, bool isLogarithmic, bool hidesOutliers) {
    std::optional<QCPRange> keys = keyRange(curves);
    if (!keys) return;
    if (m_sharedKeys) keys->expand(*m_sharedKeys);
    if (m_now.isZoomed && m_now.isFollowing) {
        m_now.x = {keys->upper - m_now.x.size(), keys->upper};
        fitY(curves, isLogarithmic, hidesOutliers);
    } else if (!m_now.isZoomed && (m_now.isFollowing || m_needsFit)) {
        m_now.x = paddedX(*keys);
        fitY(curves, isLogarithmic, hidesOutliers);
    } else if (m_needsFitY) {
        fitY(curves, isLogarithmic, hidesOutliers);
    }
    m_needsFit = false;
    m_needsFitY = false;
}

void PlotView::fitY(const QVector<Curve>& curves, bool isLogarithmic, bool hidesOutliers) {
    ValueRange values(isLogarithmic, hidesOutliers);
    for (const Curve& curve : curves) {
        if (!curve.data) continue;
        values.add(*curve.data->raw, curve.data->rawExtent, m_now.x);
        if (curve.data->smooth != curve.data->raw)
            values.add(*curve.data->smooth, curve.data->smoothExtent, m_now.x);
    }
    const std::optional<QCPRange> range = values.range();
    if (!range)
        m_now.y = isLogarithmic ? QCPRange(0.1, 1) : QCPRange(0, 1);
    else
        m_now.y = isLogarithmic ? paddedLog(*range) : paddedY(*range);
}

} // namespace ui
