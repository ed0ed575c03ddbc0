// What lies under the pointer: the nearest real point of each curve, never one in between. Values;
// GUI thread.
#pragma once

#include "ui/plots/curve.h"

namespace ui {

struct HoverPoint {
    const Curve* curve = nullptr;
    size_t index = 0;
    double key = 0.0;
    double value = 0.0; // as logged; NaN and infinities included
    double smoothed = 0.0;
    bool isNearest = false; // to the pointer, of all

    bool isSmoothed() const { return curve->data->options.smoothing > 0; }
    double drawnValue() const { return isSmoothed() ? smoothed : value; }
};

// Index of the point whose key is nearest; the curve is not empty.
size_t nearestIndex(const SeriesData& data, double key);

// One point per curve that has points in `keys`, by falling drawn value, what is not finite last.
QVector<HoverPoint> hoverPoints(const QVector<Curve>& curves, double key, const QCPRange& keys);

// The same as lines of text with tabs between, for the clipboard.
QString hoverText(const QVector<HoverPoint>& points);

} // namespace ui
