// Gives the same samples to a metric in every way that must make no difference: in one batch, one
// by one and in uneven batches; in float32, where a loop counts, and in float64, where tensor
// operations do, as on a GPU; joined from two sets; and saved in between.
#pragma once

#include <cmath>
#include <vector>

#include <torch/types.h>
#include <QtCore/QString>

#include "core/model/metric_set.h"

struct Samples {
    at::Tensor output, target;
    at::Tensor weight; // undefined: 1

    Samples part(int64_t begin, int64_t count) const {
        return {output.narrow(0, begin, count), target.narrow(0, begin, count),
                weight.defined() ? weight.narrow(0, begin, count) : weight};
    }
    Samples in(at::ScalarType type) const {
        return {output.to(type), target.scalar_type() == at::kLong ? target : target.to(type),
                weight.defined() ? weight.to(type) : weight};
    }
};

inline void measure(core::MetricSet& set, const std::string& metric, const Samples& samples) {
    set.measure(metric, samples.output, samples.target, samples.weight);
}

inline double valueOf(const core::MetricSet& set, const std::string& name) {
    const core::Metrics metrics = set.compute();
    const core::MetricValue* metric = metrics.find(name);
    return metric ? metric->value : -12345.0; // no metric has it
}

using Cuts = std::vector<int64_t>; // sizes of the batches; what they leave is the last one

inline std::vector<Samples> batchesOf(const Samples& all, const Cuts& cuts) {
    std::vector<Samples> batches;
    int64_t begin = 0;
    for (const int64_t size : cuts) {
        batches.push_back(all.part(begin, size));
        begin += size;
    }
    batches.push_back(all.part(begin, all.output.size(0) - begin));
    return batches;
}

// The first batches in one set, the others in another; both saved and loaded on the way.
inline double joinedValue(const std::string& metric, const std::vector<Samples>& batches) {
    core::MetricSet sets[2];
    for (size_t i = 0; i < batches.size(); ++i) {
        core::MetricSet& set = sets[i < batches.size() / 2 ? 0 : 1];
        measure(set, metric, batches[i]);
        core::Archive archive;
        set.save(archive);
        core::MetricSet restored;
        restored.load(archive);
        set = std::move(restored);
    }
    sets[0].merge(sets[1]);
    return valueOf(sets[0], metric);
}

// What is wrong with the value of `metric`, in the first way where it is not `expected`; empty: all
// are.
inline QString problemWith(const std::string& metric, const Samples& all, double expected,
                           double tolerance = 1e-12) {
    QString problem;
    const auto check = [&](const QString& how, double value) {
        const bool isEqual =
            std::isnan(expected)
                ? std::isnan(value)
                : std::abs(value - expected) <= tolerance * std::max(1.0, std::abs(expected));
        if (!isEqual && problem.isEmpty())
            problem = QStringLiteral("%1 %2: %3, not %4")
                          .arg(QString::fromStdString(metric), how)
                          .arg(value, 0, 'g', 17)
                          .arg(expected, 0, 'g', 17);
    };
    const int64_t count = all.output.size(0);
    const Cuts ones(static_cast<size_t>(count - 1), 1);
    for (const at::ScalarType type : {at::kFloat, at::kDouble}) {
        const Samples samples = all.in(type);
        const QString name = type == at::kFloat ? "float32 " : "float64 ";
        for (const Cuts& cuts : {Cuts{}, ones, Cuts{count / 2, count / 4}}) {
            core::MetricSet set;
            const auto batches = batchesOf(samples, cuts);
            for (const Samples& batch : batches)
                measure(set, metric, batch);
            const QString how = name + QStringLiteral("in %1 batches").arg(batches.size());
            check(how, valueOf(set, metric));
            check(how + " joined", joinedValue(metric, batches));
            set.reset();
            measure(set, metric, samples);
            check(how + " after a reset", valueOf(set, metric));
        }
    }
    return problem;
}

#define COMPARE_METRIC(metric, samples, ...)                               \
    do {                                                                   \
        const QString problem = problemWith(metric, samples, __VA_ARGS__); \
        QVERIFY2(problem.isEmpty(), qPrintable(problem));                  \
    } while (false)
