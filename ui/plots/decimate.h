// Chooses the points of a curve that are worth drawing, and the range they need. Values; any
// thread.
#pragma once

#include "ui/plots/series_data.h"

#include <optional>

namespace ui {

// The points with a key in `range` and one neighbour on either side, as indices [first, last).
std::pair<int, int> visibleIndices(const QCPGraphDataContainer& points, const QCPRange& range);

// At most about `limit` of the points in `range`: of each bucket the least and the greatest, so
// that every spike stays. Buckets begin at multiples of their size, so that nothing jumps while
// points are added.
QVector<QCPGraphData> decimated(const QCPGraphDataContainer& points, const QCPRange& range,
                                int limit);

// Gathers the values of several curves and gives the range of an axis for them.
class ValueRange {
public:
    // `positiveOnly`: for a logarithmic axis. `hidesOutliers`: from the 5th to the 95th percentile,
    // of a sample when there are very many values.
    explicit ValueRange(bool positiveOnly = false, bool hidesOutliers = false)
        : m_positiveOnly(positiveOnly), m_hidesOutliers(hidesOutliers) {}

    // The values with a key in `keys`; `extent` is that of all points.
    void add(const QCPGraphDataContainer& points, const ValueExtent& extent, const QCPRange& keys);
    std::optional<QCPRange> range(); // nullopt: there was no value

private:
    void addValues(const QCPGraphDataContainer& points, const QCPRange& keys);

    bool m_positiveOnly;
    bool m_hidesOutliers;
    ValueExtent m_extent;
    std::vector<double> m_sample;
};

// How many points in `keys` lie outside `values`.
int64_t countOutside(const QCPGraphDataContainer& points, const QCPRange& keys,
                     const QCPRange& values);

} // namespace ui
