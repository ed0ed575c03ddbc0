// How long training stands still for a checkpoint: 50 million parameters with Adam's moments,
// against a plain copy of the same bytes into new memory. The file is written beside the training.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <ATen/Parallel.h>
#include <torch/optim/adam.h>

#include "bench_support.h"
#include "core/data/tensor_dataset.h"
#include "core/train/callbacks/checkpoint.h"
#include "core/train/trainer.h"

using namespace core;
using namespace bench;

namespace {

constexpr int kTensors = 50;
constexpr int64_t kSide = 1000;
constexpr int kRounds = 7;

class Large final : public Model {
public:
    explicit Large(DatasetInfo info) : Model(std::move(info)) {
        for (int i = 0; i < kTensors; ++i)
            register_parameter("weight" + std::to_string(i), torch::zeros({kSide, kSide}));
    }
    Tensors forward(const Batch&) override { return {}; }
    StepResult batchTrain(const Batch& batch, StepContext&) override {
        StepResult result;
        result.loss = torch::zeros({});
        for (const at::Tensor& weight : parameters())
            result.loss = result.loss + weight[0][0];
        result.weight = batch.weight;
        return result;
    }
};

// Measures from the end of a step to the beginning of the next, with a checkpoint in between. Waits
// for the file before the next round, and copies the same bytes in turn.
class Stopwatch final : public Callback {
public:
    Stopwatch() : Callback("stopwatch", 1000) {}
    void subscribe(Subscriptions& subscriptions) override {
        subscriptions.on(Event::StepEnd, this, &Stopwatch::onStepEnd);
        subscriptions.on(Event::CheckpointSaved, this, &Stopwatch::onSaved);
        subscriptions.on(Event::FetchStart, this, &Stopwatch::onFetchStart);
    }
    std::vector<double> stalls, copies;

private:
    void onStepEnd(TrainState& state) {
        if (m_isWriting) { // lets it end
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            return;
        }
        if (stalls.size() == kRounds) return state.requestFinish("done");
        copies.push_back(copyTime(state));
        state.requestCheckpoint();
        m_isWriting = m_isTimed = true;
        m_start = Clock::now();
    }
    void onSaved(TrainState&) { m_isWriting = false; }
    void onFetchStart(TrainState&) {
        if (m_isTimed) stalls.push_back(secondsSince(m_start));
        m_isTimed = false;
    }
    // Weights three times: as many bytes as the weights and their two moments have.
    static double copyTime(const TrainState& state) {
        const Clock::time_point start = Clock::now();
        std::vector<void*> copies;
        for (int round = 0; round < 3; ++round)
            for (const at::Tensor& weight : state.model->parameters()) {
                copies.push_back(std::malloc(weight.nbytes()));
                std::memcpy(copies.back(), weight.data_ptr(), weight.nbytes());
            }
        const double seconds = secondsSince(start);
        for (void* copy : copies)
            std::free(copy);
        return seconds;
    }

    Clock::time_point m_start;
    bool m_isWriting = false;
    bool m_isTimed = false;
};

} // namespace

int main(int argc, char** argv) {
    at::set_num_threads(1);
    const std::string folder = argc > 1 ? argv[1] : "/tmp";
    DatasetInfo info;
    info.task = Task::Regression;
    const auto data = std::make_shared<TensorDataset>(info, torch::zeros({100'000, 1}),
                                                      torch::zeros({100'000, 1}));
    Large model(info);
    TrainerOptions options;
    options.batchSize = 1;
    options.makeOptimizer = [](std::vector<at::Tensor> parameters) {
        return std::make_shared<torch::optim::Adam>(std::move(parameters), 1e-3);
    };
    options.schedule = [](const ScheduleTime&) { return 1.0; };
    Checkpoint::Options checkpoint;
    checkpoint.intervalS = 1e-9; // each one, beside the training
    checkpoint.keepLast = 1;
    auto stopwatch = std::make_unique<Stopwatch>();
    const Stopwatch& times = *stopwatch;
    std::vector<std::unique_ptr<Callback>> callbacks;
    callbacks.push_back(std::make_unique<Checkpoint>(checkpoint, folder, "bench_checkpoint"));
    callbacks.push_back(std::move(stopwatch));
    NullSink sink;
    Trainer trainer(model, data, nullptr, options, std::move(callbacks), sink);
    trainer.fit();
    std::printf("stall %.1f ms, copy %.1f ms\n", 1e3 * median(times.stalls),
                1e3 * median(times.copies));
    std::printf("checkpoint_stall ratio %.3f\n", median(times.stalls) / median(times.copies));
}
