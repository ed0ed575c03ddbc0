// Makes metrics by the names of core/metric_names.h.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/model/metrics/metric.h"

namespace core {

// Those of a family, such as accuracy and f1, share an object. `scales`: see RegressionErrors.
// Throws Error when there is no metric of a name.
std::vector<std::unique_ptr<Metric>> makeMetrics(const std::vector<std::string>& names,
                                                 const std::vector<double>& scales);

// One, which reports its value as `report`. Also makes "confusion_matrix".
std::unique_ptr<Metric> makeMetric(const std::string& name, const std::string& report);

} // namespace core
