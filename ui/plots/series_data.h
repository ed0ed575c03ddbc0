// One curve, ready to draw: made by the reader thread, const afterwards, shared with the window.
#pragma once

#include "ui/plots/smoothing.h"

#include <qcustomplot.h>

#include <QtCore/QMetaType>
#include <QtCore/QSharedPointer>
#include <QtCore/QString>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

namespace ui {

enum class XAxis { Step, Relative, Wall, Epoch };

// How curves are wanted: what the reader thread prepares them for.
struct CurveOptions {
    XAxis xAxis = XAxis::Step;
    double smoothing = 0.6; // in [0, 1)
    friend bool operator==(const CurveOptions&, const CurveOptions&) = default;
};

// The finite values of a curve lie between these.
struct ValueExtent {
    double minimum = std::numeric_limits<double>::infinity();
    double maximum = -std::numeric_limits<double>::infinity();
    double leastPositive = std::numeric_limits<double>::infinity();

    void add(double value) {
        if (!std::isfinite(value)) return;
        minimum = std::min(minimum, value);
        maximum = std::max(maximum, value);
        if (value > 0) leastPositive = std::min(leastPositive, value);
    }
};

struct SeriesData {
    using Points = QSharedPointer<QCPGraphDataContainer>;

    QString runId;
    QString tag;
    CurveOptions options;
    double stepsPerEpoch = 0.0; // 0: not known; then an epoch axis shows steps

    // One entry per point that no resume has rewound, in order of seq.
    std::vector<double> step;
    std::vector<double> relativeS;
    std::vector<double> wallS; // seconds since 1970 UTC
    std::vector<double> value; // NaN and infinities included
    std::vector<double> smoothed;
    Smoother smoother{0.0};            // its state after the last point
    std::vector<size_t> segmentStarts; // index of the first point of each session with points
    size_t lastSegment = 0;            // session of the last point

    // As drawn, on the axis of `options`, sorted by key: same index as above. What is not finite is
    // NaN here (a gap).
    Points raw;
    Points smooth; // same object as raw when smoothing is 0
    std::vector<double> nanKeys, plusInfKeys, minusInfKeys;
    ValueExtent rawExtent, smoothExtent;
    int64_t nonPositiveCount = 0; // finite values a logarithmic axis cannot show

    size_t size() const { return value.size(); }
    double key(size_t index) const { return (raw->constBegin() + qsizetype(index))->key; }
    size_t bytes() const { return size() * (5 * sizeof(double) + 2 * sizeof(QCPGraphData)); }
};

using SeriesPointer = std::shared_ptr<const SeriesData>;

} // namespace ui

Q_DECLARE_METATYPE(ui::SeriesPointer)
