// How a model wants to be optimized. Values; training thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

namespace torch::optim {
class Optimizer;
}

namespace core {

// Some of an optimizer's parameters with other options than the rest.
struct ParameterGroup {
    std::string name; // of its learning rate in the plots: "encoder"
    std::vector<at::Tensor> parameters;
    double lrFactor = 1.0; // times the optimizer's learning rate; the schedule multiplies both
    std::optional<double> weightDecay = std::nullopt; // nullopt: the optimizer's
};

// One optimizer and the parameters it moves. A model with several, as a GAN, names each.
//
// Groups pick out of `parameters`. A pretrained encoder that learns ten times slower than the rest
// and without weight decay:
//     std::vector<OptimizerSpec> configureOptimizers() override {
//         auto specs = Model::configureOptimizers();
//         specs[0].groups = {{"encoder", m_encoder->parameters(), 0.1, 0.0}};
//         return specs;
//     }
struct OptimizerSpec {
    std::string name = "main";
    std::vector<at::Tensor> parameters;
    // Made by the model itself, over `parameters`; nullptr: the kind and options of the config.
    std::shared_ptr<torch::optim::Optimizer> optimizer = nullptr;
    // Each parameter in one group at most. L-BFGS takes none.
    std::vector<ParameterGroup> groups = {};
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
