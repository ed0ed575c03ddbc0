#include "core/train/train_loader.h"

#include <algorithm>

#include <torch/nn/modules/batchnorm.h>

#include "core/data/sampler_factory.h"

namespace core {

LoaderOptions loaderOptions(const TrainerOptions& options, LastBatch lastBatch) {
    return {options.batchSize, lastBatch, options.seed, options.workers, options.device.is_cuda()};
}

namespace {

bool hasBatchNorm(const Model& model) {
    const auto modules = model.modules(false);
    return std::any_of(modules.begin(), modules.end(), [](const auto& module) {
        return module->template as<torch::nn::BatchNorm1d>() ||
               module->template as<torch::nn::BatchNorm2d>() ||
               module->template as<torch::nn::BatchNorm3d>();
    });
}

std::unique_ptr<BatchLoader> makeLoader(const Model& model,
                                        const std::shared_ptr<const Dataset>& data,
                                        const TrainerOptions& options, LastBatch lastBatch) {
    auto sampler = options.sampling == "model" ? model.defaultSampler(*data, true)
                                               : makeSampler(options.sampling, *data);
    return std::make_unique<BatchLoader>(data, std::move(sampler),
                                         loaderOptions(options, lastBatch));
}

} // namespace

std::unique_ptr<BatchLoader> makeTrainLoader(const Model& model,
                                             const std::shared_ptr<const Dataset>& data,
                                             const TrainerOptions& options,
                                             const TrainState& state) {
    auto loader = makeLoader(model, data, options, options.lastBatch);
    const bool isAlone =
        loader->batchCount() > 1 && loader->batchSize() > 1 && loader->lastBatchSize() == 1;
    if (!isAlone || !hasBatchNorm(model)) return loader;
    if (state.epoch == 0) // told once where data is collected anew each epoch
        state.note(EventLevel::Info, "last_batch",
                   "The last batch of an epoch would hold a single sample, which batch "
                   "normalisation cannot be trained on: it is merged with the batch before. With "
                   "run.last_batch = drop it is left out instead");
    return makeLoader(model, data, options, LastBatch::Merge);
}

} // namespace core
