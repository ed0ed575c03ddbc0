// The metrics that there are, by name: which task has which. Values; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/data/dataset_info.h"
#include "core/summary/scalar_point.h"

namespace core {

struct MetricKind {
    std::string_view name;
    Direction direction = Direction::None;
    bool ofClasses = false; // the tasks whose "output" it can be taken of
    bool ofBinary = false;
    bool ofRegression = false;
    bool keepsScores = false; // memory for each sample: for evaluations alone
};

// nullptr when there is none of that name. Any "top3", "top10" ... is the one listed as "top5".
const MetricKind* findMetric(std::string_view name);

std::vector<std::string> metricNames();          // all that a config can choose
std::vector<std::string> metricNames(Task task); // those of the task
// What a run computes beside the loss when its config does not say: few, each gets its own plot.
std::vector<std::string> defaultMetrics(Task task);

// "f1, auc" as a list.
std::vector<std::string> namesIn(std::string_view text);

} // namespace core
