// How a model wants to be optimized. Values; training thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

namespace torch::optim {
class Optimizer;
}

namespace core {

// One optimizer and the parameters it moves. A model with several, as a GAN, names each.
struct OptimizerSpec {
    std::string name = "main";
    std::vector<at::Tensor> parameters;
    // Made by the model itself, over `parameters`; nullptr: the kind and options of the config.
    std::shared_ptr<torch::optim::Optimizer> optimizer = nullptr;
};

// Where training is, for a schedule. Skipped steps do not count.
struct ScheduleTime {
    int64_t step = 0;       // steps this optimizer has made so far
    int64_t epoch = 0;      // epochs completed
    int64_t epochCount = 0; // of the whole run
    int64_t totalSteps = 0; // of the whole run; 0: not known
};

// What to multiply the base learning rate with for the next step. A pure function, so that a
// resumed run continues where it was without saved state.
using Schedule = std::function<double(const ScheduleTime&)>;
using Schedules = std::map<std::string, Schedule>; // by the name of the optimizer

} // namespace core
