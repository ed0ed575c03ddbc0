// The rows of run_metric: what a series comes to, kept up while its points are written. Inside
// core/store only; call within a transaction.
#pragma once

#include <vector>

#include "core/store/connection.h"
#include "core/store/run_record.h"

namespace core {

const char* goalText(Direction direction); // "", "min", "max": as columns hold it
Direction goalFromText(const std::string& text);

void addPoint(MetricRecord& metric, int64_t step, double value);

// The row of a series; with count 0 when there is none yet. Throws Error when there is no series.
MetricRecord loadMetric(Connection& connection, int64_t seriesId);
void storeMetric(Connection& connection, const MetricRecord& metric);

// Makes the rows of the run's series again from the points that are not rewound. Only series that
// went beyond `step` are read.
void recomputeMetrics(Connection& connection, const std::string& runId, int64_t step);

std::vector<MetricRecord> readMetrics(Query& query); // rows of METRIC_COLUMNS
#define METRIC_COLUMNS "run_id, tag, goal, n, last, last_step, min, min_step, max, max_step, nan_n"

} // namespace core
