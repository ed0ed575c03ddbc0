#include "core/train/lbfgs_state.h"

#include <ATen/ATen.h>

#include "core/error.h"
#include "core/train/torch_compat.h"

namespace core {
namespace {

using torch::optim::LBFGS;
using torch::optim::LBFGSOptions;
using torch::optim::LBFGSParamState;
using History = std::deque<at::Tensor>;

LBFGSOptions& optionsOf(LBFGS& optimizer) {
    return static_cast<LBFGSOptions&>(optimizer.param_groups().at(0).options());
}

// Torch keeps the state of all parameters with the first of them.
const at::Tensor& firstParameter(LBFGS& optimizer) {
    return optimizer.param_groups().at(0).params().at(0);
}

std::vector<int64_t> sizesOf(LBFGS& optimizer) {
    std::vector<int64_t> sizes;
    for (const at::Tensor& parameter : optimizer.param_groups().at(0).params())
        sizes.push_back(parameter.numel());
    return sizes;
}

void saveOptions(const LBFGSOptions& options, Archive& archive) {
    archive.write("lr", options.lr());
    archive.write("max_iter", options.max_iter());
    archive.write("max_eval", options.max_eval().value_or(0));
    archive.write("tolerance_grad", options.tolerance_grad());
    archive.write("tolerance_change", options.tolerance_change());
    archive.write("history_size", options.history_size());
    archive.write("line_search", options.line_search_fn().value_or(""));
}

void loadOptions(LBFGSOptions& options, const Archive& archive) {
    options.lr(archive.real("lr"));
    options.max_iter(archive.integer("max_iter"));
    options.max_eval(archive.integer("max_eval"));
    options.tolerance_grad(archive.real("tolerance_grad"));
    options.tolerance_change(archive.real("tolerance_change"));
    options.history_size(archive.integer("history_size"));
    options.line_search_fn().reset();
    const std::string& search = archive.text("line_search");
    if (!search.empty()) options.line_search_fn(search);
}

void saveHistory(Archive& archive, const char* name, const History& history) {
    if (history.empty()) return;
    archive.write(name, at::stack(std::vector<at::Tensor>(history.begin(), history.end())));
}

// To the place and precision of `like`; what is whole numbers stays so.
at::Tensor moved(const at::Tensor& saved, const at::Tensor& like) {
    const auto type = saved.is_floating_point() ? like.scalar_type() : saved.scalar_type();
    return saved.to(like.device(), type, false, true);
}

// Each entry by itself: as views of one tensor none could be freed.
History loadHistory(const Archive& archive, const char* name, const at::Tensor& like) {
    History history;
    if (!archive.contains(name)) return history;
    for (const at::Tensor& entry : archive.tensor(name).unbind())
        history.push_back(moved(entry, like));
    return history;
}

} // namespace

// `al` is left out: each iteration fills it before it reads it.
void saveLbfgs(LBFGS& optimizer, Archive& archive) {
    saveOptions(optionsOf(optimizer), archive);
    archive.write("sizes", sizesOf(optimizer));
    const auto* found = compat::optimizerState(optimizer, firstParameter(optimizer));
    if (!found) return;
    const auto& state = static_cast<const LBFGSParamState&>(*found);
    archive.write("func_evals", state.func_evals());
    archive.write("n_iter", state.n_iter());
    if (state.n_iter() == 0) return; // torch has not set the rest yet
    archive.write("t", state.t());
    archive.write("prev_loss", state.prev_loss());
    archive.write("d", state.d());
    archive.write("H_diag", state.H_diag());
    archive.write("prev_flat_grad", state.prev_flat_grad());
    saveHistory(archive, "old_dirs", state.old_dirs());
    saveHistory(archive, "old_stps", state.old_stps());
    saveHistory(archive, "ro", state.ro());
}

void loadLbfgs(LBFGS& optimizer, const Archive& archive) {
    if (archive.integers("sizes") != sizesOf(optimizer))
        throw Error("The checkpoint's optimizer moves other parameters");
    loadOptions(optionsOf(optimizer), archive);
    if (!archive.contains("n_iter")) return;
    const at::Tensor& like = firstParameter(optimizer);
    auto state = std::make_unique<LBFGSParamState>();
    state->func_evals(archive.integer("func_evals"));
    state->n_iter(archive.integer("n_iter"));
    if (state->n_iter() > 0) {
        state->t(archive.real("t"));
        state->prev_loss(archive.real("prev_loss"));
        state->d(moved(archive.tensor("d"), like));
        state->H_diag(moved(archive.tensor("H_diag"), like));
        state->prev_flat_grad(moved(archive.tensor("prev_flat_grad"), like));
        state->old_dirs(loadHistory(archive, "old_dirs", like));
        state->old_stps(loadHistory(archive, "old_stps", like));
        state->ro(loadHistory(archive, "ro", like));
    }
    compat::setOptimizerState(optimizer, like, std::move(state));
}

} // namespace core
