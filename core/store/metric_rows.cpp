#include "core/store/metric_rows.h"

#include <cmath>

namespace core {
namespace {

std::optional<double> optionalReal(const Query& row, int column) {
    if (row.isNull(column)) return std::nullopt;
    return row.real(column);
}

MetricRecord readMetric(const Query& row) {
    MetricRecord metric;
    metric.runId = row.text(0);
    metric.tag = row.text(1);
    metric.direction = goalFromText(row.text(2));
    metric.count = row.integer(3);
    metric.last = row.real(4);
    metric.lastStep = row.integer(5);
    metric.minimum = optionalReal(row, 6);
    metric.minimumStep = row.integer(7);
    metric.maximum = optionalReal(row, 8);
    metric.maximumStep = row.integer(9);
    metric.nonFiniteCount = row.integer(10);
    return metric;
}

struct SeriesName {
    int64_t id;
    MetricRecord emptyMetric;
};

std::vector<SeriesName> seriesBeyond(Connection& connection, const std::string& runId,
                                     int64_t step) {
    Query query(connection,
                "SELECT s.id, s.tag, s.goal FROM series s JOIN run_metric m "
                "ON m.run_id = s.run_id AND m.tag = s.tag WHERE s.run_id = ? AND m.last_step > ?",
                runId, step);
    std::vector<SeriesName> found;
    while (query.next()) {
        MetricRecord metric;
        metric.runId = runId;
        metric.tag = query.text(1);
        metric.direction = goalFromText(query.text(2));
        found.push_back({query.integer(0), metric});
    }
    return found;
}

} // namespace

const char* goalText(Direction direction) {
    switch (direction) {
        case Direction::Minimize:
            return "min";
        case Direction::Maximize:
            return "max";
        case Direction::None:
            break;
    }
    return "";
}

Direction goalFromText(const std::string& text) {
    if (text == "min") return Direction::Minimize;
    return text == "max" ? Direction::Maximize : Direction::None;
}

void addPoint(MetricRecord& metric, int64_t step, double value) {
    ++metric.count;
    metric.last = value;
    metric.lastStep = step;
    if (!std::isfinite(value)) {
        ++metric.nonFiniteCount;
        return;
    }
    if (!metric.minimum || value < *metric.minimum) {
        metric.minimum = value;
        metric.minimumStep = step;
    }
    if (!metric.maximum || value > *metric.maximum) {
        metric.maximum = value;
        metric.maximumStep = step;
    }
}

MetricRecord loadMetric(Connection& connection, int64_t seriesId) {
    Query query(connection,
                "SELECT s.run_id, s.tag, s.goal, coalesce(n, 0), last, coalesce(last_step, 0), "
                "min, coalesce(min_step, 0), max, coalesce(max_step, 0), coalesce(nan_n, 0) "
                "FROM series s LEFT JOIN run_metric m ON m.run_id = s.run_id AND m.tag = s.tag "
                "WHERE s.id = ?",
                seriesId);
    if (query.next()) return readMetric(query);
    throw Error("There is no series " + std::to_string(seriesId) + " in " + connection.path() +
                ". Its run may have been deleted while it was running.");
}

void storeMetric(Connection& connection, const MetricRecord& metric) {
    // NaN, which SQLite stores as NULL, stands for "no finite value yet".
    Query(connection,
          "INSERT OR REPLACE INTO run_metric(" METRIC_COLUMNS
          ") VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
          metric.runId, metric.tag, std::string(goalText(metric.direction)), metric.count,
          metric.last, metric.lastStep, metric.minimum.value_or(std::nan("")), metric.minimumStep,
          metric.maximum.value_or(std::nan("")), metric.maximumStep, metric.nonFiniteCount)
        .run();
}

void recomputeMetrics(Connection& connection, const std::string& runId, int64_t step) {
    for (auto& [seriesId, metric] : seriesBeyond(connection, runId, step)) {
        Query points(connection,
                     "SELECT p.step, p.value FROM point p JOIN segment g "
                     "ON g.run_id = ? AND g.seg = p.seg WHERE p.series_id = ? "
                     "AND (g.cut_step IS NULL OR p.step <= g.cut_step) ORDER BY p.seq",
                     runId, seriesId);
        while (points.next())
            addPoint(metric, points.integer(0), points.real(1));
        if (metric.count > 0)
            storeMetric(connection, metric);
        else
            Query(connection, "DELETE FROM run_metric WHERE run_id = ? AND tag = ?", runId,
                  metric.tag)
                .run();
    }
}

std::vector<MetricRecord> readMetrics(Query& query) {
    std::vector<MetricRecord> metrics;
    while (query.next())
        metrics.push_back(readMetric(query));
    return metrics;
}

} // namespace core
