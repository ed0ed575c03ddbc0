// What the measurements share: both sides of a ratio run in one process and take turns, so that a
// noisy machine is noisy for both; a median forgets the worst rounds.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <vector>

#include "core/summary/summary_sink.h"

namespace bench {

using Clock = std::chrono::steady_clock;

inline double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

inline double secondsOf(const std::function<void()>& work) {
    const Clock::time_point start = Clock::now();
    work();
    return secondsSince(start);
}

inline double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

// Prints "NAME ratio VALUE": the median over the rounds of the time of a by that of b.
inline void printRatio(const char* name, int rounds, const std::function<void()>& a,
                       const std::function<void()>& b) {
    std::vector<double> ratios;
    for (int i = 0; i < rounds; ++i) {
        const double first = secondsOf(i % 2 ? a : b); // who is first takes turns as well
        const double second = secondsOf(i % 2 ? b : a);
        ratios.push_back(i % 2 ? first / second : second / first);
    }
    std::printf("%s ratio %.3f\n", name, median(ratios));
    std::fflush(stdout);
}

class NullSink final : public core::SummarySink {
public:
    core::SeriesId series(const core::SeriesKey&) override { return ++m_series; }
    void scalar(const core::ScalarPoint& point) override { m_last = point; }
    void event(const core::RunEvent&) override {}
    void logLine(const std::string&) override {}
    void progress(const core::Progress&) override {}
    void checkpointSaved(const core::CheckpointRecord&) override {}
    void checkpointRemoved(const std::string&) override {}
    void segmentStarted(int64_t) override {}
    void flush() override {}

private:
    core::SeriesId m_series = 0;
    core::ScalarPoint m_last;
};

} // namespace bench
