// What the training thread pays to log one number into a real database: bursts of a thousand, as a
// step of many series makes them, with the writer free in between.
#include <benchmark/benchmark.h>

#include "bench_support.h"
#include "core/run/live_feed.h"
#include "tests/support/workspace.h"

using namespace core;

namespace {

constexpr int kBurst = 1000;

void logCall(benchmark::State& state) {
    test::Workspace workspace;
    RunControl control;
    LiveFeed feed(workspace.folder(), workspace.addRun(""), {}, 0, &control);
    const SeriesId series = feed.series({"loss/train", "", Direction::Minimize});
    ScalarPoint point{series, 0, 0, 0.0, 0.5};
    for (auto _ : state) {
        const bench::Clock::time_point start = bench::Clock::now();
        for (int i = 0; i < kBurst; ++i) {
            ++point.step;
            feed.scalar(point);
        }
        state.SetIterationTime(bench::secondsSince(start) / kBurst);
        feed.flush();
    }
}

// Passes the results on and prints the median as the last line.
class MedianReporter final : public benchmark::ConsoleReporter {
public:
    void ReportRuns(const std::vector<Run>& runs) override {
        ConsoleReporter::ReportRuns(runs);
        for (const Run& run : runs)
            if (run.aggregate_name == "median") median = run.GetAdjustedRealTime();
    }
    double median = 0.0;
};

} // namespace

BENCHMARK(logCall)->UseManualTime()->Unit(benchmark::kNanosecond)->Iterations(50)->Repetitions(11);

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    MedianReporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    std::printf("log_call ns %.1f\n", reporter.median);
}
