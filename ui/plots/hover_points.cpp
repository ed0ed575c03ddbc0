#include "ui/plots/hover_points.h"

#include "ui/common/format.h"

#include <algorithm>
#include <cmath>

namespace ui {

size_t nearestIndex(const SeriesData& data, double key) {
    const auto begin = data.raw->constBegin();
    const auto end = data.raw->constEnd();
    auto after = std::lower_bound(
        begin, end, key, [](const QCPGraphData& point, double k) { return point.key < k; });
    if (after == end) return size_t(end - begin) - 1;
    if (after != begin && key - (after - 1)->key < after->key - key) --after;
    return size_t(after - begin);
}

QVector<HoverPoint> hoverPoints(const QVector<Curve>& curves, double key, const QCPRange& keys) {
    QVector<HoverPoint> points;
    for (const Curve& curve : curves) {
        if (!curve.data || curve.data->size() == 0) continue;
        HoverPoint point;
        point.curve = &curve;
        point.index = nearestIndex(*curve.data, key);
        point.key = curve.data->key(point.index);
        if (!keys.contains(point.key)) continue;
        point.value = curve.data->value[point.index];
        point.smoothed = curve.data->smoothed[point.index];
        points.append(point);
    }
    std::stable_sort(points.begin(), points.end(), [](const HoverPoint& a, const HoverPoint& b) {
        const bool aIsFinite = std::isfinite(a.drawnValue());
        const bool bIsFinite = std::isfinite(b.drawnValue());
        if (aIsFinite != bIsFinite) return aIsFinite;
        return aIsFinite && a.drawnValue() > b.drawnValue();
    });
    return points;
}

QString hoverText(const QVector<HoverPoint>& points) {
    QString text = QStringLiteral("run\tvalue\tsmoothed\tstep\tseconds\n");
    for (const HoverPoint& point : points) {
        const SeriesData& data = *point.curve->data;
        text += QStringList{point.curve->look.label(), fullNumberText(point.value),
                            fullNumberText(point.smoothed),
                            QString::number(qint64(data.step[point.index])),
                            fullNumberText(data.relativeS[point.index])}
                    .join(u'\t') +
                u'\n';
    }
    return text;
}

} // namespace ui
