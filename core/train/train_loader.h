// Makes the loaders of a run, as options and model want them. Training thread.
#pragma once

#include <memory>

#include "core/train/trainer.h"

namespace core {

LoaderOptions loaderOptions(const TrainerOptions& options, LastBatch lastBatch);

// A last batch of a single sample is merged with the one before, with a note, when the model
// normalises by the statistics of a batch: one sample has none, and LibTorch refuses it.
std::unique_ptr<BatchLoader> makeTrainLoader(const Model& model,
                                             const std::shared_ptr<const Dataset>& data,
                                             const TrainerOptions& options,
                                             const TrainState& state);

} // namespace core
