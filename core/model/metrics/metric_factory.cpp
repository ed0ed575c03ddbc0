#include "core/model/metrics/metric_factory.h"

#include "core/error.h"
#include "core/metric_names.h"
#include "core/model/metrics/class_counts.h"
#include "core/model/metrics/class_sums.h"
#include "core/model/metrics/ranking.h"
#include "core/model/metrics/regression_errors.h"

namespace core {
namespace {

enum class Family { Counts, TopK, Perplexity, Ranking, Errors };

const MetricKind& kindOf(const std::string& name) {
    if (const MetricKind* kind = findMetric(name)) return *kind;
    std::string known;
    for (const std::string& each : metricNames())
        known += (known.empty() ? "" : ", ") + each;
    throw Error("There is no metric named " + name + ". There are: " + known);
}

Family familyOf(const MetricKind& kind) {
    if (kind.keepsScores) return Family::Ranking;
    if (kind.ofRegression) return Family::Errors;
    if (kind.name == "perplexity") return Family::Perplexity;
    return kind.name == "top5" ? Family::TopK : Family::Counts;
}

std::unique_ptr<Metric> makeFamily(Family family, std::vector<MetricReport> reports,
                                   const std::vector<double>& scales) {
    switch (family) {
        case Family::Counts:
            return std::make_unique<ClassCounts>(std::move(reports));
        case Family::TopK: {
            const int64_t k = std::stoll(reports.front().metric.substr(3));
            return std::make_unique<TopK>(std::move(reports), k);
        }
        case Family::Perplexity:
            return std::make_unique<Perplexity>(std::move(reports));
        case Family::Ranking:
            return std::make_unique<Ranking>(std::move(reports));
        case Family::Errors:
            return std::make_unique<RegressionErrors>(std::move(reports), scales);
    }
    throw Error("This kind of metric is not known");
}

} // namespace

std::vector<std::unique_ptr<Metric>> makeMetrics(const std::vector<std::string>& names,
                                                 const std::vector<double>& scales) {
    std::vector<std::pair<Family, std::vector<MetricReport>>> groups;
    for (const std::string& name : names) {
        const MetricKind& kind = kindOf(name);
        const Family family = familyOf(kind);
        auto group = groups.begin();
        while (group != groups.end() && (group->first != family || family == Family::TopK))
            ++group;
        if (group == groups.end()) group = groups.insert(group, {family, {}});
        group->second.push_back({name, name, kind.direction});
    }
    std::vector<std::unique_ptr<Metric>> metrics;
    for (auto& [family, reports] : groups)
        metrics.push_back(makeFamily(family, std::move(reports), scales));
    return metrics;
}

std::unique_ptr<Metric> makeMetric(const std::string& name, const std::string& report) {
    if (name == "confusion_matrix")
        return std::make_unique<ConfusionMatrix>(std::vector<MetricReport>{{name, report}});
    const MetricKind& kind = kindOf(name);
    return makeFamily(familyOf(kind), {{name, report, kind.direction}}, {});
}

} // namespace core
