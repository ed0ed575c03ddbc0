#include "core/train/optimizer_state.h"

#include <torch/optim/adagrad.h>
#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/rmsprop.h>
#include <torch/optim/sgd.h>

#include "core/error.h"
#include "core/train/lbfgs_state.h"
#include "core/train/torch_compat.h"

namespace core {
namespace {

using namespace torch::optim;

constexpr const char* kLbfgs = "lbfgs";

// Visits a field in either direction: writes it to the archive or reads it from there.
class FieldSaver {
public:
    FieldSaver(Archive& archive, std::string prefix)
        : m_archive(archive), m_prefix(std::move(prefix)) {}
    void operator()(const char* name, double& value) { m_archive.write(m_prefix + name, value); }
    void operator()(const char* name, bool& value) { m_archive.write(m_prefix + name, value); }
    void operator()(const char* name, int64_t& value) { m_archive.write(m_prefix + name, value); }
    void operator()(const char* name, at::Tensor& value) {
        if (value.defined()) m_archive.write(m_prefix + name, value);
    }

private:
    Archive& m_archive;
    std::string m_prefix;
};

class FieldLoader {
public:
    FieldLoader(const Archive& archive, std::string prefix, at::Tensor like = {})
        : m_archive(archive), m_prefix(std::move(prefix)), m_like(std::move(like)) {}
    void operator()(const char* name, double& value) { value = m_archive.real(m_prefix + name); }
    void operator()(const char* name, bool& value) { value = m_archive.flag(m_prefix + name); }
    void operator()(const char* name, int64_t& value) {
        value = m_archive.integer(m_prefix + name);
    }
    void operator()(const char* name, at::Tensor& value) {
        if (!m_archive.contains(m_prefix + name)) return;
        const at::Tensor& saved = m_archive.tensor(m_prefix + name);
        if (saved.sizes() != m_like.sizes())
            throw Error("The optimizer's " + m_prefix + name + " has the shape " +
                        c10::str(saved.sizes()) + " in the checkpoint and " +
                        c10::str(m_like.sizes()) + " here");
        value = saved.to(m_like.device(), m_like.scalar_type(), false, true);
    }

private:
    const Archive& m_archive;
    std::string m_prefix;
    at::Tensor m_like;
};

template <typename Visit, typename Options>
void visitBetas(Visit& visit, Options& options) {
    visit("lr", options.lr());
    visit("beta1", std::get<0>(options.betas()));
    visit("beta2", std::get<1>(options.betas()));
    visit("eps", options.eps());
    visit("weight_decay", options.weight_decay());
    visit("amsgrad", options.amsgrad());
}

template <typename Visit, typename State>
void visitMoments(Visit& visit, State& state) {
    visit("step", state.step());
    visit("exp_avg", state.exp_avg());
    visit("exp_avg_sq", state.exp_avg_sq());
    visit("max_exp_avg_sq", state.max_exp_avg_sq());
}

template <typename Visit>
void visitOptions(Visit& visit, AdamOptions& options) {
    visitBetas(visit, options);
}
template <typename Visit>
void visitOptions(Visit& visit, AdamWOptions& options) {
    visitBetas(visit, options);
}
template <typename Visit>
void visitOptions(Visit& visit, SGDOptions& options) {
    visit("lr", options.lr());
    visit("momentum", options.momentum());
    visit("dampening", options.dampening());
    visit("weight_decay", options.weight_decay());
    visit("nesterov", options.nesterov());
}
template <typename Visit>
void visitOptions(Visit& visit, RMSpropOptions& options) {
    visit("lr", options.lr());
    visit("alpha", options.alpha());
    visit("eps", options.eps());
    visit("weight_decay", options.weight_decay());
    visit("momentum", options.momentum());
    visit("centered", options.centered());
}
template <typename Visit>
void visitOptions(Visit& visit, AdagradOptions& options) {
    visit("lr", options.lr());
    visit("lr_decay", options.lr_decay());
    visit("weight_decay", options.weight_decay());
    visit("eps", options.eps());
}

template <typename Visit>
void visitState(Visit& visit, AdamParamState& state) {
    visitMoments(visit, state);
}
template <typename Visit>
void visitState(Visit& visit, AdamWParamState& state) {
    visitMoments(visit, state);
}
template <typename Visit>
void visitState(Visit& visit, SGDParamState& state) {
    visit("momentum_buffer", state.momentum_buffer());
}
template <typename Visit>
void visitState(Visit& visit, RMSpropParamState& state) {
    visit("step", state.step());
    visit("square_avg", state.square_avg());
    visit("momentum_buffer", state.momentum_buffer());
    visit("grad_avg", state.grad_avg());
}
template <typename Visit>
void visitState(Visit& visit, AdagradParamState& state) {
    visit("step", state.step());
    visit("sum", state.sum());
}

std::string groupPrefix(size_t group) {
    return "group" + std::to_string(group) + ".";
}

std::string parameterPrefix(size_t group, size_t index) {
    return groupPrefix(group) + std::to_string(index) + ".";
}

template <typename Options, typename State>
void save(Optimizer& optimizer, Archive& archive) {
    auto& groups = optimizer.param_groups();
    archive.write("groups", static_cast<int64_t>(groups.size()));
    for (size_t g = 0; g < groups.size(); ++g) {
        FieldSaver options(archive, groupPrefix(g));
        visitOptions(options, static_cast<Options&>(groups[g].options()));
        archive.write(groupPrefix(g) + "count", static_cast<int64_t>(groups[g].params().size()));
        for (size_t i = 0; i < groups[g].params().size(); ++i) {
            auto* state = compat::optimizerState(optimizer, groups[g].params()[i]);
            if (!state) continue;
            archive.write(parameterPrefix(g, i) + "present", true);
            FieldSaver fields(archive, parameterPrefix(g, i));
            visitState(fields, static_cast<State&>(*state));
        }
    }
}

template <typename Options, typename State>
void load(Optimizer& optimizer, const Archive& archive) {
    auto& groups = optimizer.param_groups();
    if (archive.integer("groups") != static_cast<int64_t>(groups.size()))
        throw Error("The checkpoint's optimizer has another number of parameter groups");
    for (size_t g = 0; g < groups.size(); ++g) {
        auto& parameters = groups[g].params();
        if (archive.integer(groupPrefix(g) + "count") != static_cast<int64_t>(parameters.size()))
            throw Error("The checkpoint's optimizer moves another number of parameters");
        FieldLoader options(archive, groupPrefix(g));
        visitOptions(options, static_cast<Options&>(groups[g].options()));
        for (size_t i = 0; i < parameters.size(); ++i) {
            if (!archive.contains(parameterPrefix(g, i) + "present")) continue;
            auto state = std::make_unique<State>();
            FieldLoader fields(archive, parameterPrefix(g, i), parameters[i]);
            visitState(fields, *state);
            compat::setOptimizerState(optimizer, parameters[i], std::move(state));
        }
    }
}

// Calls `work` with the types of the optimizer; "" when it is of no kind known here.
template <typename Work>
std::string forKind(Optimizer& optimizer, const Work& work) {
    if (dynamic_cast<AdamW*>(&optimizer))
        return work.template operator()<AdamWOptions, AdamWParamState>(), "adamw";
    if (dynamic_cast<Adam*>(&optimizer))
        return work.template operator()<AdamOptions, AdamParamState>(), "adam";
    if (dynamic_cast<SGD*>(&optimizer))
        return work.template operator()<SGDOptions, SGDParamState>(), "sgd";
    if (dynamic_cast<RMSprop*>(&optimizer))
        return work.template operator()<RMSpropOptions, RMSpropParamState>(), "rmsprop";
    if (dynamic_cast<Adagrad*>(&optimizer))
        return work.template operator()<AdagradOptions, AdagradParamState>(), "adagrad";
    return "";
}

} // namespace

bool saveOptimizer(Optimizer& optimizer, Archive& archive) {
    if (auto* lbfgs = dynamic_cast<LBFGS*>(&optimizer)) {
        saveLbfgs(*lbfgs, archive);
        archive.write("kind", kLbfgs);
        return true;
    }
    const std::string kind = forKind(optimizer, [&]<typename Options, typename State>() {
        save<Options, State>(optimizer, archive);
    });
    if (kind.empty()) return false;
    archive.write("kind", kind);
    return true;
}

void loadOptimizer(Optimizer& optimizer, const Archive& archive) {
    auto* lbfgs = dynamic_cast<LBFGS*>(&optimizer);
    const std::string here =
        lbfgs ? kLbfgs : forKind(optimizer, []<typename Options, typename State>() {});
    const std::string& saved = archive.text("kind");
    if (here != saved)
        throw Error("The checkpoint was made with the optimizer " + saved + ", not with " +
                    (here.empty() ? "this one" : here));
    if (lbfgs) return loadLbfgs(*lbfgs, archive);
    forKind(optimizer,
            [&]<typename Options, typename State>() { load<Options, State>(optimizer, archive); });
}

} // namespace core
