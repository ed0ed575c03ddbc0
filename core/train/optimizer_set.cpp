#include "core/train/optimizer_set.h"

#include <algorithm>

#include "core/error.h"
#include "core/train/optimizer_state.h"

namespace core {
namespace {

bool contains(const Parameters& parameters, const at::Tensor& wanted) {
    return std::any_of(parameters.begin(), parameters.end(),
                       [&](const at::Tensor& one) { return one.is_same(wanted); });
}

} // namespace

double OptimizerSlot::lr() const {
    return optimizer->param_groups().front().options().get_lr();
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
        slot.schedule = own == schedules.end() ? schedule : own->second;
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
    for (auto& group : slot.optimizer->param_groups()) {
        slot.parameters.insert(slot.parameters.end(), group.params().begin(), group.params().end());
        slot.baseRates.push_back(group.options().get_lr());
    }
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

std::vector<std::string> OptimizerSet::save(Archive& archive) const {
    std::vector<std::string> unsaved;
    archive.write("names", m_names);
    for (const OptimizerSlot& slot : m_slots) {
        Archive part;
        part.write("steps", slot.stepCount);
        part.write("base_rates", slot.baseRates);
        Archive state;
        const bool isSaved = saveOptimizer(*slot.optimizer, state);
        part.write("is_saved", isSaved);
        if (!isSaved) unsaved.push_back(slot.name);
        part.writeSection("state", state);
        archive.writeSection(slot.name, part);
    }
    return unsaved;
}

void OptimizerSet::load(const Archive& archive) {
    if (archive.texts("names") != m_names)
        throw Error("The checkpoint's optimizers have other names than the model's");
    for (OptimizerSlot& slot : m_slots) {
        const Archive part = archive.section(slot.name);
        slot.stepCount = part.integer("steps");
        if (part.flag("is_saved")) loadOptimizer(*slot.optimizer, part.section("state"));
        slot.baseRates = part.reals("base_rates");
        slot.factor = -1.0;
    }
}

} // namespace core
