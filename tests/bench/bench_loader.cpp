// What reading data costs beside what cannot be avoided: bench_loader loader_memory | loader_files.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <png.h>
#include <torch/data.h>
#include <torch/nn/modules/linear.h>
#include <torch/optim/sgd.h>

#include "bench_support.h"
#include "core/data/image_files.h"
#include "core/data/tensor_dataset.h"
#include "core/train/trainer.h"

using namespace core;
using namespace bench;

namespace {

constexpr int64_t kBatch = 32;

// -- data that lies in memory --

// LibTorch's own way: a dataset of examples, stacked.
class Examples : public torch::data::Dataset<Examples> {
public:
    Examples(at::Tensor input, at::Tensor target) : m_input(input), m_target(target) {}
    torch::data::Example<> get(size_t i) override {
        return {m_input[static_cast<int64_t>(i)], m_target[static_cast<int64_t>(i)]};
    }
    torch::optional<size_t> size() const override { return m_input.size(0); }

private:
    at::Tensor m_input;
    at::Tensor m_target;
};

void benchMemory() {
    constexpr int64_t kSamples = 64000;
    constexpr int64_t kFeatures = 16;
    const at::Tensor x = at::randn({kSamples, kFeatures});
    const at::Tensor y = at::randint(10, {kSamples}, at::kLong);
    DatasetInfo info;
    info.task = Task::Classification;
    info.inputShape = {kFeatures};
    BatchLoader loader(std::make_shared<TensorDataset>(info, x, y),
                       std::make_unique<ShuffledSampler>(),
                       LoaderOptions{kBatch, LastBatch::Keep, 1});
    auto torchLoader = torch::data::make_data_loader<torch::data::samplers::RandomSampler>(
        Examples(x, y).map(torch::data::transforms::Stack<>()),
        torch::data::DataLoaderOptions(kBatch));
    int64_t epoch = 0;
    int64_t samples = 0; // read, so that nothing is left out as unused
    const auto ours = [&] {
        loader.startEpoch(epoch++);
        while (const auto batch = loader.next())
            samples += batch->x.at("input").size(0);
    };
    const auto bare = [&] {
        const at::Tensor order = at::randperm(kSamples, at::kLong);
        for (int64_t first = 0; first < kSamples; first += kBatch) {
            const at::Tensor index = order.narrow(0, first, std::min(kBatch, kSamples - first));
            const at::Tensor input = x.index_select(0, index);
            const at::Tensor target = y.index_select(0, index);
            samples += input.size(0);
        }
    };
    const auto byTorch = [&] {
        for (const auto& batch : *torchLoader)
            samples += batch.data.size(0);
    };
    ours(); // warms up
    bare();
    printRatio("dataloader_memory", 7, byTorch, ours); // LibTorch's by ours
    printRatio("loader_memory", 41, ours, bare);
    if (samples % kSamples != 0) std::abort();
}

// -- files --

// A folder that is removed at the end.
class Folder {
public:
    Folder() {
        if (!::mkdtemp(m_path.data())) std::abort();
    }
    ~Folder() { std::filesystem::remove_all(m_path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    const std::string& path() const { return m_path; }

private:
    std::string m_path = (std::filesystem::temp_directory_path() / "bench_loader_XXXXXX").string();
};

// 64 x 64 colours with as much detail and noise as a photograph has, roughly.
std::vector<ImageEntry> drawPictures(const std::string& folder, int64_t count) {
    std::vector<ImageEntry> entries;
    for (int64_t i = 0; i < count; ++i) {
        const at::Tensor coarse = at::rand({1, 3, 8, 8});
        const at::Tensor smooth =
            at::upsample_bilinear2d(coarse, {64, 64}, false).squeeze(0) * 220 +
            at::rand({3, 64, 64}) * 30;
        const at::Tensor bytes = smooth.permute({1, 2, 0}).contiguous().to(at::kByte);
        png_image png{};
        png.version = PNG_IMAGE_VERSION;
        png.width = png.height = 64;
        png.format = PNG_FORMAT_RGB;
        const std::string path = folder + "/" + std::to_string(i) + ".png";
        if (!png_image_write_to_file(&png, path.c_str(), 0, bytes.data_ptr(), 0, nullptr))
            std::abort();
        entries.push_back({path, i % 10});
    }
    return entries;
}

// The means of blocks of 8 x 8 pixels, then two layers.
class SmallModel final : public Model {
public:
    explicit SmallModel(DatasetInfo info) : Model(std::move(info)) {
        m_hidden = register_module("hidden", torch::nn::Linear(3 * 8 * 8, 32));
        m_output = register_module("output", torch::nn::Linear(32, 10));
    }
    Tensors forward(const Batch& batch) override {
        const at::Tensor blocks = at::avg_pool2d(batch.x.at("input"), 8).flatten(1);
        return {{"output", m_output(m_hidden(blocks).relu())}};
    }

private:
    torch::nn::Linear m_hidden{nullptr};
    torch::nn::Linear m_output{nullptr};
};

void trainOn(const std::shared_ptr<const Dataset>& data) {
    SmallModel model(data->info());
    NullSink sink;
    TrainerOptions options;
    options.batchSize = kBatch;
    options.workers = 2;
    options.makeOptimizer = [](std::vector<at::Tensor> parameters) {
        return std::make_shared<torch::optim::SGD>(std::move(parameters), 0.01);
    };
    options.schedule = [](const ScheduleTime&) { return 1.0; };
    Trainer(model, data, nullptr, options, {}, sink).fit();
}

void decode(const SampleDataset& data, int threadCount) {
    std::atomic<int64_t> next{0};
    std::vector<std::jthread> threads;
    for (int i = 0; i < threadCount; ++i)
        threads.emplace_back([&] {
            Random random(0);
            for (int64_t number = next++; number < data.size(); number = next++)
                data.sample(number, random);
        });
}

void benchFiles() {
    const Folder folder;
    DatasetInfo info;
    info.task = Task::Classification;
    info.inputShape = {3, 64, 64};
    info.outputCount = 10;
    const auto data = std::make_shared<ImageFiles>(info, drawPictures(folder.path(), 2000),
                                                   ImageShape{3, 64, 64}, Augmentation{});
    const auto train = [&] { trainOn(data); };
    const auto decodeAlone = [&] { decode(*data, 2); };
    train(); // warms up
    printRatio("loader_files", 15, train, decodeAlone);
}

} // namespace

int main(int argc, char** argv) {
    at::set_num_threads(1);
    const std::string name = argc == 2 ? argv[1] : "";
    if (name == "loader_memory") {
        benchMemory();
    } else if (name == "loader_files") {
        benchFiles();
    } else {
        std::fprintf(stderr, "usage: bench_loader loader_memory | loader_files\n");
        return 2;
    }
    return 0;
}
