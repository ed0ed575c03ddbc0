// What the Trainer costs beside the same steps written by hand: MLP 16-16-4, batches of 32, Adam,
// one thread. Both loops read through the BatchLoader; the one by hand logs nothing.
#include <ATen/Parallel.h>
#include <torch/nn/modules/linear.h>
#include <torch/optim/adam.h>

#include "bench_support.h"
#include "core/data/tensor_dataset.h"
#include "core/train/callbacks/ema.h"
#include "core/train/callbacks/nan_guard.h"
#include "core/train/callbacks/profiler.h"
#include "core/train/callbacks/progress_reporter.h"
#include "core/train/callbacks/recorder.h"
#include "core/train/callbacks/throughput.h"
#include "core/train/trainer.h"

using namespace core;
using namespace bench;

namespace {

constexpr int64_t kSteps = 2000;
constexpr int kRounds = 15;
constexpr int64_t kBatch = 32;

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

void byHand(const std::shared_ptr<Dataset>& data) {
    Mlp model(data->info());
    const auto parameters = model.parameters();
    const auto optimizer = makeAdam(parameters);
    BatchLoader loader(data, std::make_unique<ShuffledSampler>(), kBatch, 1);
    loader.startEpoch(0);
    while (const auto batch = loader.next()) {
        for (const at::Tensor& parameter : parameters)
            parameter.mutable_grad() = at::Tensor();
        const at::Tensor loss =
            at::cross_entropy_loss(model.forward(*batch).at("output"), batch->x.at("target"));
        loss.backward();
        optimizer->step();
    }
}

void byTrainer(const std::shared_ptr<Dataset>& data,
               std::vector<std::unique_ptr<Callback>> callbacks) {
    NullSink sink;
    Mlp model(data->info());
    TrainerOptions options;
    options.batchSize = kBatch;
    options.makeOptimizer = makeAdam;
    options.schedule = [](const ScheduleTime&) { return 1.0; };
    Trainer(model, data, nullptr, options, std::move(callbacks), sink).fit();
}

// Logs the loss, learning rate and gradient norm of every step.
std::vector<std::unique_ptr<Callback>> recorder() {
    std::vector<std::unique_ptr<Callback>> callbacks;
    callbacks.push_back(std::make_unique<Recorder>(Recorder::Options()));
    return callbacks;
}

std::vector<std::unique_ptr<Callback>> ofEveryRun() {
    std::vector<std::unique_ptr<Callback>> callbacks = recorder();
    callbacks.push_back(std::make_unique<NanGuard>(NanGuard::Options()));
    callbacks.push_back(std::make_unique<Throughput>(Throughput::Options()));
    callbacks.push_back(std::make_unique<ProgressReporter>());
    return callbacks;
}

template <typename T>
std::vector<std::unique_ptr<Callback>> ofEveryRunWith() {
    std::vector<std::unique_ptr<Callback>> callbacks = ofEveryRun();
    callbacks.push_back(std::make_unique<T>(typename T::Options()));
    return callbacks;
}

} // namespace

int main() {
    at::set_num_threads(1);
    const auto data = makeData();
    const auto hand = [&] { byHand(data); };
    hand(); // warms up
    printRatio(
        "trainer_bare", kRounds, [&] { byTrainer(data, {}); }, hand);
    printRatio(
        "trainer_overhead", kRounds, [&] { byTrainer(data, recorder()); }, hand);
    const auto usual = [&] { byTrainer(data, ofEveryRun()); };
    printRatio("usual_callbacks", kRounds, usual, hand);
    printRatio(
        "profiler", kRounds, [&] { byTrainer(data, ofEveryRunWith<Profiler>()); }, usual);
    printRatio(
        "averaged_weights", kRounds, [&] { byTrainer(data, ofEveryRunWith<Ema>()); }, usual);
}
