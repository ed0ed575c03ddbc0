// The optimizers of a run with the parameters they move and their learning rates. Training thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <torch/optim/optimizer.h>

#include "core/model/archive.h"
#include "core/model/model.h"
#include "core/train/gradients.h"

namespace core {

struct OptimizerSlot {
    std::string name;
    std::shared_ptr<torch::optim::Optimizer> optimizer;
    Parameters parameters;
    Parameters others;             // trainable ones of the model that it does not move
    std::vector<double> baseRates; // learning rate of each group before the schedule
    // Of each group; "" where its base rate is that of the first.
    std::vector<std::string> groupNames;
    Schedule schedule;
    bool hasOwnSchedule = false; // the model's, not the config's
    // Evaluates the loss several times per step and so must be given a way to do it (L-BFGS).
    bool needsClosure = false;
    int64_t stepCount = 0; // steps made, skipped ones not counted
    double factor = -1.0;  // of the schedule, as now applied; negative: never applied

    double lr(size_t group = 0) const; // as now applied
    void applySchedule(int64_t epoch, int64_t epochCount, int64_t totalSteps);
};

class OptimizerSet {
public:
    using Maker =
        std::function<std::shared_ptr<torch::optim::Optimizer>(std::vector<at::Tensor> parameters)>;

    // Asks the model for its optimizers and schedules; `maker` and `schedule` are the config's.
    // Throws Error when two optimizers have one name, one has nothing to move, or a group of
    // parameters does not fit its optimizer.
    OptimizerSet(Model& model, const Maker& maker, const Schedule& schedule);

    std::vector<OptimizerSlot>& slots() { return m_slots; }
    const std::vector<std::string>& names() const { return m_names; }
    OptimizerSlot& find(std::string_view name); // throws Error naming what there is
    // All parameters of the model that require a gradient, whoever moves them.
    const Parameters& trainable() const { return m_trainable; }

    void save(Archive& archive) const; // without the state of those whose kind is not known
    // Returns those of which the archive has no state, since their kind could not be saved: "main
    // (MyOptimizer)".
    std::vector<std::string> load(const Archive& archive);

private:
    void addSlot(OptimizerSpec spec, const Maker& maker);

    std::vector<OptimizerSlot> m_slots;
    std::vector<std::string> m_names;
    Parameters m_trainable;
};

} // namespace core
