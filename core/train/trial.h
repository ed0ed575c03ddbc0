// Training that leaves nothing changed: what the finders try things out with. Training thread.
#pragma once

#include <memory>
#include <vector>

#include "core/train/trainer.h"

namespace core {

// Trains for `steps` steps with the Trainer itself, without evaluation, checkpoints or anything
// logged. Afterwards parameters, buffers, saveExtra(), gradients and the default generators are as
// they were, also when it throws.
void runTrial(Model& model, std::shared_ptr<const Dataset> train, TrainerOptions options,
              int64_t steps, std::vector<std::unique_ptr<Callback>> callbacks = {});

} // namespace core
