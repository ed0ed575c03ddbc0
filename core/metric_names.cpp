#include "core/metric_names.h"

#include <algorithm>

namespace core {
namespace {

constexpr Direction kMax = Direction::Maximize, kMin = Direction::Minimize;

// name, direction, of classes, of yes and no, of numbers, keeps scores
constexpr MetricKind kKinds[] = {
    {"accuracy", kMax, true, true},
    {"f1", kMax, true, true},
    {"f1_micro", kMax, true, true},
    {"f1_weighted", kMax, true, true},
    {"precision", kMax, true, true},
    {"precision_micro", kMax, true, true},
    {"precision_weighted", kMax, true, true},
    {"recall", kMax, true, true},
    {"recall_micro", kMax, true, true},
    {"recall_weighted", kMax, true, true},
    {"top5", kMax, true},
    {"perplexity", kMin, true},
    {"auc", kMax, true, true, false, true},
    {"auc_weighted", kMax, true, true, false, true},
    {"average_precision", kMax, true, true, false, true},
    {"mae", kMin, false, false, true},
    {"mse", kMin, false, false, true},
    {"rmse", kMin, false, false, true},
    {"r2", kMax, false, false, true},
};

bool isTopK(std::string_view name) {
    const std::string_view k = name.substr(std::min<size_t>(name.size(), 3));
    return name.starts_with("top") && !k.empty() && k.size() < 10 && k[0] != '0' &&
           k.find_first_not_of("0123456789") == std::string_view::npos;
}

bool isOf(const MetricKind& kind, Task task) {
    switch (task) {
        case Task::Classification:
            return kind.ofClasses;
        case Task::BinaryClassification:
            return kind.ofBinary;
        case Task::Regression:
            return kind.ofRegression;
    }
    return false;
}

} // namespace

const MetricKind* findMetric(std::string_view name) {
    if (isTopK(name)) name = "top5";
    for (const MetricKind& kind : kKinds)
        if (kind.name == name) return &kind;
    return nullptr;
}

std::vector<std::string> metricNames() {
    std::vector<std::string> names;
    for (const MetricKind& kind : kKinds)
        names.emplace_back(kind.name);
    return names;
}

std::vector<std::string> metricNames(Task task) {
    std::vector<std::string> names;
    for (const MetricKind& kind : kKinds)
        if (isOf(kind, task)) names.emplace_back(kind.name);
    return names;
}

std::vector<std::string> defaultMetrics(Task task) {
    switch (task) {
        case Task::Classification:
            return {"accuracy", "f1"};
        case Task::BinaryClassification:
            return {"accuracy", "auc"};
        case Task::Regression:
            return {"mae", "rmse", "r2"};
    }
    return {};
}

std::vector<std::string> namesIn(std::string_view text) {
    std::vector<std::string> names;
    while (!text.empty()) {
        const size_t comma = std::min(text.find(','), text.size());
        std::string_view name = text.substr(0, comma);
        name.remove_prefix(std::min(name.find_first_not_of(' '), name.size()));
        name = name.substr(0, name.find_last_not_of(' ') + 1);
        if (!name.empty()) names.emplace_back(name);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return names;
}

} // namespace core
