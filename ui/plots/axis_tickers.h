// Numbers along the axes of plots, short enough for a small card. GUI thread.
#pragma once

#include <qcustomplot.h>

#include <QtCore/QSharedPointer>

namespace ui {

enum class XAxis;

// "0.25", "3e-4", "20k"
QString axisNumberText(double value);
// "800", "20k", "1.5M"
QString axisCountText(double value);
// "45s", "1m 30s", "2h"
QString axisDurationText(double seconds);

// For the x axis over `range`: what is shown there decides. `width` is the axis's, in pixels: no
// more numbers than stand beside each other.
QSharedPointer<QCPAxisTicker> xTicker(XAxis axis, const QCPRange& range, int width);
// For the y axis. A logarithmic one has a number at each power of ten, or more of them when it
// spans less.
QSharedPointer<QCPAxisTicker> yTicker(bool isLogarithmic, const QCPRange& range);

} // namespace ui
