#include "core/train/optimizer_set.h"

#include <algorithm>
#include <typeinfo>

#include <c10/util/Type.h>

#include <torch/optim/lbfgs.h>

#include "core/error.h"
#include "core/train/guarded.h"
#include "core/train/optimizer_state.h"
#include "core/train/parameter_groups.h"

namespace core {
namespace {

bool contains(const Parameters& parameters, const at::Tensor& wanted) {
    return std::any_of(parameters.begin(), parameters.end(),
                       [&](const at::Tensor& one) { return one.is_same(wanted); });
}

void checkGroups(const OptimizerSlot& slot, const std::vector<ParameterGroup>& groups) {
    Parameters taken;
    for (const ParameterGroup& group : groups)
        for (const at::Tensor& parameter : group.parameters) {
            if (!contains(slot.parameters, parameter))
                throw Error("The group " + group.name + " of the optimizer " + slot.name +
                            " has a parameter that this optimizer does not move");
            if (contains(taken, parameter))
                throw Error("The group " + group.name + " of the optimizer " + slot.name +
                            " has a parameter that is in another group as well");
            taken.push_back(parameter);
        }
}

void addGroup(OptimizerSlot& slot, const ParameterGroup& group) {
    auto& groups = slot.optimizer->param_groups();
    for (const size_t place : separate(*slot.optimizer, group.parameters)) {
        slot.groupNames.resize(groups.size());
        if (group.lrFactor != 1.0) slot.groupNames[place] = group.name;
        auto& options = groups[place].options();
        options.set_lr(options.get_lr() * group.lrFactor);
        if (group.weightDecay) setWeightDecay(options, *group.weightDecay);
    }
}

// The model's own optimizer may have come with groups: they have no other names.
void describeGroups(OptimizerSlot& slot) {
    for (const auto& group : slot.optimizer->param_groups())
        slot.baseRates.push_back(group.options().get_lr());
    slot.groupNames.resize(slot.baseRates.size());
    for (size_t i = 1; i < slot.baseRates.size(); ++i)
        if (slot.groupNames[i].empty() && slot.baseRates[i] != slot.baseRates[0])
            slot.groupNames[i] = "group " + std::to_string(i + 1);
}

std::string kindOf(const torch::optim::Optimizer& optimizer) {
    return c10::demangle(typeid(optimizer).name());
}

} // namespace

double OptimizerSlot::lr(size_t group) const {
    return optimizer->param_groups()[group].options().get_lr();
}

void OptimizerSlot::applySchedule(int64_t epoch, int64_t epochCount, int64_t totalSteps) {
    const double wanted = schedule({stepCount, epoch, epochCount, totalSteps});
    if (wanted == factor) return;
    factor = wanted;
    auto& groups = optimizer->param_groups();
    for (size_t i = 0; i < groups.size(); ++i)
        groups[i].options().set_lr(baseRates[i] * factor);
}

OptimizerSet::OptimizerSet(Model& model, const Maker& maker, const Schedule& schedule) {
    for (const at::Tensor& parameter : model.parameters())
        if (parameter.requires_grad()) m_trainable.push_back(parameter);
    for (OptimizerSpec& spec : model.configureOptimizers())
        addSlot(std::move(spec), maker);
    const Schedules schedules = model.configureSchedules();
    for (OptimizerSlot& slot : m_slots) {
        const auto own = schedules.find(slot.name);
        slot.hasOwnSchedule = own != schedules.end();
        slot.schedule = slot.hasOwnSchedule ? own->second : schedule;
        for (const at::Tensor& parameter : m_trainable)
            if (!contains(slot.parameters, parameter)) slot.others.push_back(parameter);
    }
    for (const auto& [name, own] : schedules)
        find(name); // throws when the model has no such optimizer
}

void OptimizerSet::addSlot(OptimizerSpec spec, const Maker& maker) {
    if (std::find(m_names.begin(), m_names.end(), spec.name) != m_names.end())
        throw Error("The model has two optimizers named " + spec.name);
    OptimizerSlot slot;
    slot.name = spec.name;
    slot.optimizer = spec.optimizer ? spec.optimizer : maker(spec.parameters);
    slot.needsClosure = dynamic_cast<torch::optim::LBFGS*>(slot.optimizer.get()) != nullptr;
    for (auto& group : slot.optimizer->param_groups())
        slot.parameters.insert(slot.parameters.end(), group.params().begin(), group.params().end());
    checkGroups(slot, spec.groups);
    for (const ParameterGroup& group : spec.groups)
        guarded([&] { return "The optimizer " + slot.name; }, [&] { addGroup(slot, group); });
    describeGroups(slot);
    if (slot.parameters.empty())
        throw Error("The optimizer " + spec.name +
                    " has nothing to train: the model has no parameter that requires a gradient");
    m_names.push_back(slot.name);
    m_slots.push_back(std::move(slot));
}

OptimizerSlot& OptimizerSet::find(std::string_view name) {
    for (OptimizerSlot& slot : m_slots)
        if (slot.name == name) return slot;
    std::string known;
    for (const std::string& one : m_names)
        known += (known.empty() ? "" : ", ") + one;
    throw Error("The model has no optimizer named " + std::string(name) + "; it has " +
                (known.empty() ? "none" : known));
}

void OptimizerSet::save(Archive& archive) const {
    archive.write("names", m_names);
    for (const OptimizerSlot& slot : m_slots) {
        Archive part;
        part.write("steps", slot.stepCount);
        part.write("base_rates", slot.baseRates);
        Archive state;
        part.write("is_saved", saveOptimizer(*slot.optimizer, state));
        part.writeSection("state", state);
        archive.writeSection(slot.name, part);
    }
}

std::vector<std::string> OptimizerSet::load(const Archive& archive) {
    std::vector<std::string> anew;
    if (archive.texts("names") != m_names)
        throw Error("The checkpoint's optimizers have other names than the model's");
    for (OptimizerSlot& slot : m_slots) {
        const Archive part = archive.section(slot.name);
        slot.stepCount = part.integer("steps");
        if (part.flag("is_saved"))
            loadOptimizer(*slot.optimizer, part.section("state"));
        else
            anew.push_back(slot.name + " (" + kindOf(*slot.optimizer) + ")");
        slot.baseRates = part.reals("base_rates");
        slot.factor = -1.0;
    }
    return anew;
}

} // namespace core
