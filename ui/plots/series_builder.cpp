#include "ui/plots/series_builder.h"

#include "ui/plots/smoothing.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui {
namespace {

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

bool isRewound(const core::PointRow& row, const std::vector<core::SegmentRecord>& segments) {
    for (const core::SegmentRecord& segment : segments)
        if (segment.segment == row.segment) return segment.cutStep && row.step > *segment.cutStep;
    return false;
}

double keyOf(const SeriesData& data, size_t i) {
    switch (data.options.xAxis) {
        case XAxis::Relative:
            return data.relativeS[i];
        case XAxis::Wall:
            return data.wallS[i];
        case XAxis::Epoch:
            return data.stepsPerEpoch > 0 ? data.step[i] / data.stepsPerEpoch : data.step[i];
        case XAxis::Step:
            break;
    }
    return data.step[i];
}

void smoothValues(SeriesData& data) {
    const size_t begin = data.smoothed.size();
    auto segment = std::lower_bound(data.segmentStarts.begin(), data.segmentStarts.end(), begin);
    for (size_t i = begin; i < data.size(); ++i) {
        if (segment != data.segmentStarts.end() && *segment == i) {
            data.smoother.restart();
            ++segment;
        }
        data.smoothed.push_back(data.smoother.next(data.value[i]));
    }
}

// Keys must grow for the plot to find its way. A clock that was set back, or rows written out of
// order by another program, are drawn at the last key that was in order.
QVector<QCPGraphData> pointsOf(const SeriesData& data, const std::vector<double>& values,
                               size_t begin, double lastKey) {
    QVector<QCPGraphData> points(qsizetype(data.size() - begin));
    for (size_t i = begin; i < data.size(); ++i) {
        lastKey = std::max(lastKey, keyOf(data, i));
        points[qsizetype(i - begin)] =
            QCPGraphData(lastKey, std::isfinite(values[i]) ? values[i] : kGap);
    }
    return points;
}

// A longer copy of `old`, which the window may be drawing at this moment.
SeriesData::Points extended(const SeriesData::Points& old, const SeriesData& data,
                            const std::vector<double>& values) {
    auto container = SeriesData::Points::create();
    container->setAutoSqueeze(false);
    const bool isEmpty = !old || old->isEmpty();
    const double lastKey =
        isEmpty ? -std::numeric_limits<double>::infinity() : (old->constEnd() - 1)->key;
    // A container of one single key would put further points of that key in front.
    if (isEmpty || old->constBegin()->key == lastKey) {
        container->set(pointsOf(data, values, 0, -std::numeric_limits<double>::infinity()), true);
        return container;
    }
    container->set(*old);
    container->add(pointsOf(data, values, size_t(old->size()), lastKey), true);
    return container;
}

void findMarks(SeriesData& data, size_t begin) {
    for (size_t i = begin; i < data.size(); ++i) {
        const double value = data.value[i];
        data.rawExtent.add(value);
        data.smoothExtent.add(data.smoothed[i]);
        if (value > 0 && std::isfinite(value)) continue;
        if (std::isnan(value))
            data.nanKeys.push_back(data.key(i));
        else if (std::isinf(value))
            (value > 0 ? data.plusInfKeys : data.minusInfKeys).push_back(data.key(i));
        else
            ++data.nonPositiveCount;
    }
}

} // namespace

void appendRows(SeriesData& data, const std::vector<core::PointRow>& rows,
                const std::vector<core::SegmentRecord>& segments) {
    for (const core::PointRow& row : rows) {
        if (isRewound(row, segments)) continue;
        const auto segment = size_t(row.segment);
        if (data.segmentStarts.empty() || data.lastSegment != segment)
            data.segmentStarts.push_back(data.size());
        data.lastSegment = segment;
        data.step.push_back(double(row.step));
        data.relativeS.push_back(row.relativeS);
        data.wallS.push_back(double(row.wallMs) / 1000.0);
        data.value.push_back(row.value);
    }
}

void prepare(SeriesData& data) {
    const size_t begin = data.smoothed.size();
    smoothValues(data);
    const bool isSmooth = data.options.smoothing > 0;
    data.smooth = isSmooth ? extended(data.smooth, data, data.smoothed) : nullptr;
    data.raw = extended(data.raw, data, data.value);
    if (!isSmooth) data.smooth = data.raw;
    findMarks(data, begin);
}

void prepareAnew(SeriesData& data, const CurveOptions& options, double stepsPerEpoch) {
    data.options = options;
    data.stepsPerEpoch = stepsPerEpoch;
    data.smoother = Smoother(options.smoothing);
    data.smoothed.clear();
    data.raw.reset();
    data.smooth.reset();
    data.nanKeys.clear();
    data.plusInfKeys.clear();
    data.minusInfKeys.clear();
    data.rawExtent = data.smoothExtent = {};
    data.nonPositiveCount = 0;
    prepare(data);
}

} // namespace ui
