// What the Trainer costs beside the same steps written by hand: MLP 16-16-4, batches of 32, Adam,
// one thread. Both loops read through the BatchLoader.
#include <ATen/Parallel.h>
#include <benchmark/benchmark.h>
#include <torch/nn/modules/linear.h>
#include <torch/optim/adam.h>

#include "core/data/tensor_dataset.h"
#include "core/train/callbacks/progress_reporter.h"
#include "core/train/callbacks/recorder.h"
#include "core/train/trainer.h"

using namespace core;

namespace {

constexpr int64_t kSteps = 2000;
constexpr int64_t kBatch = 32;

class NullSink final : public SummarySink {
public:
    SeriesId series(const SeriesKey&) override { return ++m_series; }
    void scalar(const ScalarPoint& point) override { m_last = point; }
    void event(const RunEvent&) override {}
    void logLine(const std::string&) override {}
    void progress(const Progress&) override {}
    void checkpointSaved(const CheckpointRecord&) override {}
    void checkpointRemoved(const std::string&) override {}
    void segmentStarted(int64_t) override {}
    void flush() override {}

private:
    SeriesId m_series = 0;
    ScalarPoint m_last;
};

class Mlp final : public Model {
public:
    explicit Mlp(DatasetInfo info) : Model(std::move(info)) {
        m_first = register_module("first", torch::nn::Linear(16, 16));
        m_second = register_module("second", torch::nn::Linear(16, 4));
    }
    Tensors forward(const Batch& batch) override {
        return {{"output", m_second(m_first(batch.x.at("input")).relu())}};
    }

private:
    torch::nn::Linear m_first{nullptr};
    torch::nn::Linear m_second{nullptr};
};

std::shared_ptr<Dataset> makeData() {
    DatasetInfo info;
    info.task = Task::Classification;
    info.inputShape = {16};
    info.outputCount = 4;
    const at::Tensor x = at::randn({kSteps * kBatch, 16});
    return std::make_shared<TensorDataset>(info, x, x.narrow(1, 0, 4).argmax(1));
}

std::shared_ptr<torch::optim::Adam> makeAdam(std::vector<at::Tensor> parameters) {
    return std::make_shared<torch::optim::Adam>(std::move(parameters), 1e-3);
}

void byHand(benchmark::State& state) {
    at::set_num_threads(1);
    const auto data = makeData();
    Mlp model(data->info());
    const auto parameters = model.parameters();
    const auto optimizer = makeAdam(parameters);
    BatchLoader loader(data, std::make_unique<ShuffledSampler>(), kBatch, 1);
    int64_t epoch = 0;
    for (auto _ : state) {
        loader.startEpoch(epoch++);
        while (const auto batch = loader.next()) {
            for (const at::Tensor& parameter : parameters)
                parameter.mutable_grad() = at::Tensor();
            const at::Tensor loss =
                at::cross_entropy_loss(model.forward(*batch).at("output"), batch->x.at("target"));
            loss.backward();
            optimizer->step();
        }
    }
    state.SetItemsProcessed(state.iterations() * kSteps);
}

void byTrainer(benchmark::State& state) {
    at::set_num_threads(1);
    const auto data = makeData();
    NullSink sink;
    for (auto _ : state) {
        Mlp model(data->info());
        TrainerOptions options;
        options.batchSize = kBatch;
        options.makeOptimizer = makeAdam;
        options.schedule = [](const ScheduleTime&) { return 1.0; };
        std::vector<std::unique_ptr<Callback>> callbacks;
        if (state.range(0) != 0) {
            callbacks.push_back(std::make_unique<Recorder>(Recorder::Options()));
            callbacks.push_back(std::make_unique<ProgressReporter>());
        }
        Trainer(model, data, nullptr, options, std::move(callbacks), sink).fit();
    }
    state.SetItemsProcessed(state.iterations() * kSteps);
}

} // namespace

BENCHMARK(byHand)->Unit(benchmark::kMillisecond);
BENCHMARK(byTrainer)->ArgName("recorded")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK_MAIN();
