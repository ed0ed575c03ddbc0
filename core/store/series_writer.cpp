#include "core/store/series_writer.h"

#include <cmath>
#include <limits>

#include "core/store/metric_rows.h"

namespace core {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

int64_t lastSeq(Connection& connection, int64_t seriesId) {
    Query query(connection, "SELECT max(seq) FROM point WHERE series_id = ?", seriesId);
    return query.next() && !query.isNull(0) ? query.integer(0) : 0;
}

} // namespace

SeriesWriter::SeriesWriter(Connection& connection, int64_t seriesId, int64_t segment)
    : m_connection(connection),
      m_seriesId(seriesId),
      m_segment(segment),
      m_lastSeq(lastSeq(connection, seriesId)),
      m_metric(loadMetric(connection, seriesId)) {}

void SeriesWriter::append(const ScalarPoint& point) {
    const int64_t seq = ++m_lastSeq;
    insert(seq, point);
    addPoint(m_metric, point.step, point.value);
    for (size_t i = 0; i < m_levels.size(); ++i) {
        OpenBucket& bucket = m_levels[i];
        const int64_t number = (seq - 1) / bucket.points;
        if (bucket.row.count > 0 && bucket.row.bucket != number)
            writeBucket(static_cast<int>(i) + 1, bucket);
        addToBucket(bucket, seq, point);
    }
}

void SeriesWriter::finish() {
    for (size_t i = 0; i < m_levels.size(); ++i)
        if (m_levels[i].row.count > 0) writeBucket(static_cast<int>(i) + 1, m_levels[i]);
    storeMetric(m_connection, m_metric);
}

void SeriesWriter::insert(int64_t seq, const ScalarPoint& point) {
    Query(m_connection,
          "INSERT INTO point(series_id, seq, seg, step, wall_ms, rel_s, value) "
          "VALUES(?, ?, ?, ?, ?, ?, ?)",
          m_seriesId, seq, m_segment, point.step, point.wallMs, point.relativeS, point.value)
        .run();
}

void SeriesWriter::addToBucket(OpenBucket& bucket, int64_t seq, const ScalarPoint& point) {
    LevelRow& row = bucket.row;
    const double value = point.value;
    if (row.count == 0)
        row = {
            (seq - 1) / bucket.points, m_segment, point.step, 0, kNan, kNan, value, 0.0, 0.0, 0, 0};
    ++row.count;
    row.lastStep = point.step;
    row.last = value;
    if (std::isnan(value)) ++row.nanCount;
    if (std::isfinite(value)) row.sum += value;
    row.minimum = std::fmin(row.minimum, value); // NaN loses against any number
    row.maximum = std::fmax(row.maximum, value);
}

void SeriesWriter::writeBucket(int level, OpenBucket& bucket) {
    const LevelRow& row = bucket.row;
    Query(m_connection,
          "INSERT INTO point_lod(series_id, level, bucket, seg, first_step, last_step, min, max, "
          "first, last, sum, n, nan_n) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
          "ON CONFLICT(series_id, level, bucket, seg) DO UPDATE SET "
          "last_step = excluded.last_step, last = excluded.last, "
          "min = min(coalesce(min, excluded.min), coalesce(excluded.min, min)), "
          "max = max(coalesce(max, excluded.max), coalesce(excluded.max, max)), "
          "sum = sum + excluded.sum, n = n + excluded.n, nan_n = nan_n + excluded.nan_n",
          m_seriesId, level, row.bucket, row.segment, row.firstStep, row.lastStep, row.minimum,
          row.maximum, row.first, row.last, row.sum, row.count, row.nanCount)
        .run();
    bucket.row.count = 0;
}

} // namespace core
