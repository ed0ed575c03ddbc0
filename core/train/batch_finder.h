// The largest batch that fits into memory. Training thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/train/trainer.h"

namespace core {

struct BatchFinderOptions {
    int64_t first = 2;
    int64_t largest = 1 << 20;
    int64_t steps = 3; // of each trial: an optimizer makes its state in the first
};

struct BatchFinding {
    int64_t size = 0;           // the largest that worked; 0: not even the first
    std::vector<int64_t> tried; // in order
    std::string reason;         // why it ended: "out of memory at 4096", "that is all the data" ...
};

// Doubles the size from trial to trial; each one really makes its steps. Sizes beyond the data are
// not tried, since a batch is never larger. Afterwards the model is as it was. Errors other than a
// lack of memory are thrown on.
BatchFinding findBatchSize(Model& model, std::shared_ptr<const Dataset> train,
                           const TrainerOptions& options, const BatchFinderOptions& range = {});

} // namespace core
