#include "core/train/parameter_groups.h"

#include <set>

#include <torch/optim/adagrad.h>
#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/lbfgs.h>
#include <torch/optim/rmsprop.h>
#include <torch/optim/sgd.h>

#include "core/error.h"

namespace core {
namespace {

using namespace torch::optim;

template <typename Options>
bool setIfKind(OptimizerOptions& options, double weightDecay) {
    auto* kind = dynamic_cast<Options*>(&options);
    if (kind) kind->weight_decay(weightDecay);
    return kind != nullptr;
}

template <typename... Options>
bool setForKinds(OptimizerOptions& options, double weightDecay) {
    return (setIfKind<Options>(options, weightDecay) || ...);
}

} // namespace

std::vector<size_t> separate(Optimizer& optimizer, const Parameters& chosen) {
    std::set<const at::TensorImpl*> isChosen;
    for (const at::Tensor& parameter : chosen)
        isChosen.insert(parameter.unsafeGetTensorImpl());
    auto& groups = optimizer.param_groups();
    std::vector<size_t> places;
    const size_t count = groups.size();
    for (size_t i = 0; i < count; ++i) {
        Parameters moved, kept;
        for (const at::Tensor& parameter : groups[i].params())
            (isChosen.count(parameter.unsafeGetTensorImpl()) ? moved : kept).push_back(parameter);
        if (moved.empty()) continue;
        if (kept.empty()) {
            places.push_back(i);
            continue;
        }
        if (dynamic_cast<LBFGS*>(&optimizer))
            throw Error("L-BFGS moves all its parameters together and takes no groups of them");
        groups[i].params() = kept;
        groups.push_back(OptimizerParamGroup(moved, groups[i].options().clone()));
        places.push_back(groups.size() - 1);
    }
    return places;
}

void setWeightDecay(OptimizerOptions& options, double weightDecay) {
    if (!setForKinds<AdamOptions, AdamWOptions, SGDOptions, RMSpropOptions, AdagradOptions>(
            options, weightDecay))
        throw Error("This kind of optimizer has no weight decay");
}

} // namespace core
