// The learning rate range test: a few steps with a rate that grows from one to the next, and the
// loss watched. Smith 2017, "Cyclical Learning Rates for Training Neural Networks", section 3.3.
// Training thread.
#pragma once

#include <memory>
#include <vector>

#include "core/train/trainer.h"

namespace core {

struct LrFinderOptions {
    double first = 1e-7; // above 0
    double last = 10.0;  // above `first`
    int64_t steps = 100; // at least 2; the rates lie evenly on a logarithmic scale
    double giveUp = 4.0; // ends when the loss is so many times the lowest
};

struct LrFinding {
    struct Trial {
        double rate = 0.0;
        double loss = 0.0;     // of the step
        double smoothed = 0.0; // debiased moving average
    };
    std::vector<Trial> curve;
    // Where the smoothed loss falls fastest; NaN when it never falls or the curve is too short.
    double suggestion = 0.0;
};

// Trains with `options` but for their limits, schedule and learning rates. Afterwards the model,
// its gradients and the default generators are as they were, also after an error, which is thrown
// on.
LrFinding findLearningRate(Model& model, std::shared_ptr<const Dataset> train,
                           TrainerOptions options, const LrFinderOptions& range = {});

} // namespace core
