// Saves and restores L-BFGS completely. Torch's own round trip throws on tensors that are not
// there yet. Training thread.
#pragma once

#include <torch/optim/lbfgs.h>

#include "core/model/archive.h"

namespace core {

void saveLbfgs(torch::optim::LBFGS& optimizer, Archive& archive);

// Throws Error when the archive is of other parameters.
void loadLbfgs(torch::optim::LBFGS& optimizer, const Archive& archive);

} // namespace core
