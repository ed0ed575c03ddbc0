#include "tests/support/sample_workspace.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>

namespace test {
namespace {

constexpr int64_t kStartMs = 1'790'000'000'000; // in September 2026
constexpr double kSecondsPerStep = 0.01;

using core::Direction;
using Curve = std::vector<std::pair<int64_t, double>>;

std::string realText(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);
    return text;
}

std::string configOf(const SampleRun& sample) {
    std::string hidden = sample.hidden;
    std::string callbacks = R"("recorder": {"every": 1})";
    if (sample.stopsEarly)
        callbacks += R"(, "early_stopping": {"metric": "loss/val", "patience": 5})";
    return R"({"torchdesk": 1, "name": ")" + sample.name +
           R"(", "data": {"type": "csv", "path": "digits.csv", "target": "digit", "validation_share": 0.2},)"
           R"( "model": {"type": "mlp", "hidden": [)" +
           hidden +
           R"(], "dropout": 0},)"
           R"( "optimizer": {"type": "adam", "lr": )" +
           realText(sample.learningRate) +
           R"(},)"
           R"( "schedule": {"type": "constant"}, "callbacks": {)" +
           callbacks +
           R"(},)"
           R"( "run": {"epochs": )" +
           std::to_string(sample.epochs) + R"(, "batch_size": 32, "seed": )" +
           std::to_string(sample.seed) + R"(, "device": "cpu"}})";
}

struct Drawing {
    SampleRun sample;
    std::mt19937_64 random;
    std::normal_distribution<double> noise;
    std::map<std::string, std::pair<Direction, Curve>> curves;

    int64_t totalSteps() const { return int64_t(sample.epochs) * sample.stepsPerEpoch; }

    // Falls fastest near a rate of 3e-3; too large a rate stays noisy.
    double lossAt(double step) const {
        const double speed = std::min(1.0, sample.learningRate / 3e-3);
        const double floor = 0.03 + 4 * sample.learningRate;
        return floor + 2.3 * std::exp(-step * speed / 60.0) +
               0.35 * std::exp(-step * speed / 400.0);
    }
    void add(const std::string& tag, Direction direction, int64_t step, double value) {
        auto& curve = curves[tag];
        curve.first = direction;
        curve.second.emplace_back(step, value);
    }
};

void drawStep(Drawing& drawing, int64_t step) {
    const SampleRun& sample = drawing.sample;
    const double noise = drawing.noise(drawing.random);
    double loss = drawing.lossAt(double(step)) * std::exp(0.22 * noise);
    if (sample.becomesNan && step > drawing.totalSteps() * 6 / 10)
        loss = std::numeric_limits<double>::quiet_NaN();
    drawing.add("loss/train", Direction::Minimize, step, loss);
    drawing.add("learning_rate", Direction::None, step, sample.learningRate);
    drawing.add("gradient/norm", Direction::None, step, 0.4 + loss * (1 + 0.3 * std::fabs(noise)));
    if (step % sample.stepsPerEpoch != 0) return;
    const double exact = drawing.lossAt(double(step));
    const double overfit = 0.05 * double(step) / double(drawing.totalSteps());
    const double jitter = 0.006 * drawing.noise(drawing.random);
    drawing.add("loss/val", Direction::Minimize, step, exact * 1.1 + overfit + jitter);
    drawing.add("accuracy/train", Direction::Maximize, step,
                std::min(1.0, 1 - exact * 0.28 + jitter / 3));
    drawing.add("accuracy/val", Direction::Maximize, step,
                std::min(0.995, 1 - exact * 0.33 - overfit * 0.3 + jitter / 3));
}

void writeSession(core::Store& store, const std::string& runId, Drawing& drawing, int64_t from,
                  int64_t to) {
    const int64_t segment = store.beginSegment(runId, from);
    drawing.curves.clear();
    for (int64_t step = from + 1; step <= to; ++step)
        drawStep(drawing, step);
    for (const auto& [tag, curve] : drawing.curves)
        addPoints(store, runId, segment, tag, curve.first, curve.second);
}

} // namespace

std::string addRun(core::Store& store, const SampleRun& sample) {
    core::RunRecord run;
    run.name = sample.name;
    run.state = sample.state;
    run.stateReason = sample.stateReason;
    run.configJson = configOf(sample);
    run.model = "mlp";
    run.seed = int64_t(sample.seed);
    run.device = "cpu";
    run.epochCount = sample.epochs;
    run.stepsPerEpoch = sample.stepsPerEpoch;
    run.totalSteps = int64_t(sample.epochs) * sample.stepsPerEpoch;
    run.goalMetric = "loss/val";
    return store.insertRun(run).id;
}

void addPoints(core::Store& store, const std::string& runId, int64_t segment,
               const std::string& tag, Direction direction, const Curve& points) {
    const int64_t series = store.ensureSeries(runId, {tag, "", direction});
    core::WriteBatch batch;
    for (const auto& [step, value] : points) {
        const double seconds = double(step) * kSecondsPerStep;
        batch.points.push_back(
            {series, {series, step, kStartMs + int64_t(seconds * 1000), seconds, value}});
    }
    store.write(runId, segment, batch);
}

std::string addTrainedRun(core::Store& store, const SampleRun& sample) {
    const std::string id = addRun(store, sample);
    Drawing drawing{sample, std::mt19937_64(sample.seed), {}, {}};
    const bool isOver = sample.state == core::RunState::Finished;
    const int64_t last = isOver ? drawing.totalSteps() : drawing.totalSteps() * 2 / 3;
    const int64_t cut = sample.isResumed ? drawing.totalSteps() * 2 / 3 : last;
    writeSession(store, id, drawing, 0, cut);
    if (sample.isResumed) writeSession(store, id, drawing, cut - sample.stepsPerEpoch, last);
    store.updateRun(id, [&](core::RunRecord& run) {
        run.startedMs = kStartMs;
        run.endedMs = kStartMs + int64_t(double(last) * kSecondsPerStep * 1000);
        run.step = last;
        run.epoch = last / sample.stepsPerEpoch;
        run.seconds = double(last) * kSecondsPerStep;
    });
    return id;
}

std::vector<std::string> addSampleProject(core::Store& store) {
    using core::RunState;
    std::vector<SampleRun> samples(6);
    samples[0] = {"digits baseline", RunState::Finished, "max epochs", 0.001};
    samples[1] = {"digits lr 3e-3", RunState::Finished, "max epochs", 0.003};
    samples[2] = {"digits wide", RunState::Finished, "max epochs", 0.001, "128, 64"};
    samples[2].isResumed = true;
    samples[3] = {"digits lr 3e-2, stops early", RunState::Stopped, "user", 0.03};
    samples[3].stopsEarly = true;
    samples[4] = {"digits lr 0.3", RunState::Failed, "loss became NaN at step 541", 0.3};
    samples[4].becomesNan = true;
    samples[5] = {"digits lr 3e-4", RunState::Running, "", 0.0003};
    std::vector<std::string> ids;
    for (size_t i = 0; i < samples.size(); ++i) {
        samples[i].seed = i + 1;
        ids.push_back(addTrainedRun(store, samples[i]));
    }
    return ids;
}

} // namespace test
