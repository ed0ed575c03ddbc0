// Named results of an epoch or an evaluation, and which of them decides. Values; any thread.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/summary/default_monitor.h"
#include "core/summary/scalar_point.h"

namespace core {

struct MetricValue {
    std::string name; // "loss"; with its split: "loss/val"
    double value = 0.0;
    Direction direction = Direction::None;
};

// In the order in which they were set.
class Metrics {
public:
    void set(const std::string& name, double value, Direction direction = Direction::None) {
        for (MetricValue& metric : m_values)
            if (metric.name == name) {
                metric = {name, value, direction};
                return;
            }
        m_values.push_back({name, value, direction});
    }
    const MetricValue* find(const std::string& name) const { // nullptr when there is none
        for (const MetricValue& metric : m_values)
            if (metric.name == name) return &metric;
        return nullptr;
    }

    std::vector<MetricValue>::const_iterator begin() const { return m_values.begin(); }
    std::vector<MetricValue>::const_iterator end() const { return m_values.end(); }
    size_t size() const { return m_values.size(); }
    bool empty() const { return m_values.empty(); }

private:
    std::vector<MetricValue> m_values;
};

// The one metric that says which weights are the best.
struct Monitor {
    std::string key = kDefaultMonitor; // metric/split, as results are logged
    Direction direction = Direction::Minimize;

    // Whether `value` is better than `best` by more than `minDelta`. A value that is not finite
    // never is; any finite value beats a best that is not.
    bool isBetter(double value, double best, double minDelta = 0.0) const;
};

} // namespace core
