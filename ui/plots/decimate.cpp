#include "ui/plots/decimate.h"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

constexpr int kSampleLimit = 20000; // values looked at for percentiles, of each curve

void appendBucket(QVector<QCPGraphData>& result, QCPGraphDataContainer::const_iterator begin,
                  QCPGraphDataContainer::const_iterator end) {
    auto least = end;
    auto greatest = end;
    for (auto it = begin; it != end; ++it) {
        if (std::isnan(it->value)) continue;
        if (least == end || it->value < least->value) least = it;
        if (greatest == end || it->value > greatest->value) greatest = it;
    }
    if (least == end) {
        result.append(*begin); // nothing but gaps
        return;
    }
    result.append(*std::min(least, greatest));
    if (least != greatest) result.append(*std::max(least, greatest));
}

} // namespace

std::pair<int, int> visibleIndices(const QCPGraphDataContainer& points, const QCPRange& range) {
    const int first = int(points.findBegin(range.lower) - points.constBegin());
    const int last = int(points.findEnd(range.upper) - points.constBegin());
    return {first, std::max(first, last)};
}

QVector<QCPGraphData> decimated(const QCPGraphDataContainer& points, const QCPRange& range,
                                int limit) {
    auto [first, last] = visibleIndices(points, range);
    const auto begin = points.constBegin();
    if (last - first <= limit) return QVector<QCPGraphData>(begin + first, begin + last);
    int bucket = 2;
    while ((last - first) / bucket * 2 > limit)
        bucket *= 2;
    first -= first % bucket;
    QVector<QCPGraphData> result;
    result.reserve(limit + 4);
    for (int i = first; i < last; i += bucket)
        appendBucket(result, begin + i, begin + std::min(i + bucket, points.size()));
    return result;
}

void ValueRange::add(const QCPGraphDataContainer& points, const ValueExtent& extent,
                     const QCPRange& keys) {
    if (points.isEmpty()) return;
    const bool isWhole =
        keys.contains(points.constBegin()->key) && keys.contains((points.constEnd() - 1)->key);
    if (!isWhole || m_hidesOutliers) {
        addValues(points, keys);
    } else {
        m_extent.add(extent.minimum);
        m_extent.add(extent.maximum);
        m_extent.add(extent.leastPositive);
    }
}

void ValueRange::addValues(const QCPGraphDataContainer& points, const QCPRange& keys) {
    const auto [first, last] = visibleIndices(points, keys);
    const int stride = m_hidesOutliers ? std::max(1, (last - first) / kSampleLimit) : 1;
    for (int i = first; i < last; i += stride) {
        const QCPGraphData& point = *(points.constBegin() + i);
        if (point.key < keys.lower || point.key > keys.upper || std::isnan(point.value)) continue;
        m_extent.add(point.value);
        if (m_hidesOutliers && (!m_positiveOnly || point.value > 0))
            m_sample.push_back(point.value);
    }
}

std::optional<QCPRange> ValueRange::range() {
    const double lower = m_positiveOnly ? m_extent.leastPositive : m_extent.minimum;
    if (!(lower <= m_extent.maximum)) return std::nullopt;
    if (m_sample.size() < 2) return QCPRange(lower, m_extent.maximum);
    const auto percentile = [this](double share) {
        const auto nth = m_sample.begin() + std::ptrdiff_t(share * double(m_sample.size() - 1));
        std::nth_element(m_sample.begin(), nth, m_sample.end());
        return *nth;
    };
    const double fifth = percentile(0.05);
    return QCPRange(fifth, percentile(0.95));
}

int64_t countOutside(const QCPGraphDataContainer& points, const QCPRange& keys,
                     const QCPRange& values) {
    const auto [first, last] = visibleIndices(points, keys);
    int64_t count = 0;
    for (int i = first; i < last; ++i) {
        const QCPGraphData& point = *(points.constBegin() + i);
        if (!keys.contains(point.key)) continue;
        if (point.value < values.lower || point.value > values.upper) ++count;
    }
    return count;
}

} // namespace ui
