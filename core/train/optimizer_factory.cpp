#include "core/train/optimizer_factory.h"

#include <torch/optim/adagrad.h>
#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/lbfgs.h>
#include <torch/optim/rmsprop.h>
#include <torch/optim/sgd.h>

#include "core/error.h"
#include "core/train/parameter_groups.h"

namespace core {
namespace {

using Optimizer = std::unique_ptr<torch::optim::Optimizer>;
using Maker = Optimizer (*)(const Params& params, std::vector<at::Tensor> parameters);

// Adam: Kingma & Ba 2015, algorithm 1; AdamW: Loshchilov & Hutter 2019, algorithm 2.
template <typename T, typename Options>
Optimizer makeAdam(const Params& params, std::vector<at::Tensor> parameters) {
    Options options(params.real("lr"));
    options.betas({params.real("beta1"), params.real("beta2")});
    options.eps(params.real("eps"));
    options.weight_decay(params.real("weight_decay"));
    options.amsgrad(params.flag("amsgrad"));
    return std::make_unique<T>(std::move(parameters), options);
}

Optimizer makeSgd(const Params& params, std::vector<at::Tensor> parameters) {
    torch::optim::SGDOptions options(params.real("lr"));
    options.momentum(params.real("momentum"));
    options.dampening(params.real("dampening"));
    options.weight_decay(params.real("weight_decay"));
    options.nesterov(params.flag("nesterov"));
    if (options.nesterov() && (options.momentum() <= 0.0 || options.dampening() != 0.0))
        throw Error("optimizer.nesterov needs a momentum above 0 and a dampening of 0");
    return std::make_unique<torch::optim::SGD>(std::move(parameters), options);
}

// Hinton 2012, lecture 6e; centered: Graves 2013, equations 38 to 45.
Optimizer makeRmsprop(const Params& params, std::vector<at::Tensor> parameters) {
    torch::optim::RMSpropOptions options(params.real("lr"));
    options.alpha(params.real("alpha"));
    options.eps(params.real("eps"));
    options.weight_decay(params.real("weight_decay"));
    options.momentum(params.real("momentum"));
    options.centered(params.flag("centered"));
    return std::make_unique<torch::optim::RMSprop>(std::move(parameters), options);
}

// Duchi et al. 2011, figure 1.
Optimizer makeAdagrad(const Params& params, std::vector<at::Tensor> parameters) {
    torch::optim::AdagradOptions options(params.real("lr"));
    options.lr_decay(params.real("lr_decay"));
    options.weight_decay(params.real("weight_decay"));
    options.initial_accumulator_value(params.real("initial_accumulator_value"));
    options.eps(params.real("eps"));
    return std::make_unique<torch::optim::Adagrad>(std::move(parameters), options);
}

// Nocedal & Wright 2006, algorithm 7.4; line search: algorithms 3.5 and 3.6.
Optimizer makeLbfgs(const Params& params, std::vector<at::Tensor> parameters) {
    torch::optim::LBFGSOptions options(params.real("lr"));
    options.max_iter(params.integer("max_iter"));
    if (params.integer("max_eval") > 0) options.max_eval(params.integer("max_eval"));
    options.tolerance_grad(params.real("tolerance_grad"));
    options.tolerance_change(params.real("tolerance_change"));
    options.history_size(params.integer("history_size"));
    if (params.text("line_search") != "none") options.line_search_fn(params.text("line_search"));
    return std::make_unique<torch::optim::LBFGS>(std::move(parameters), options);
}

struct Known {
    const char* type;
    Maker make;
};
constexpr Known kOptimizers[] = {
    {"adam", makeAdam<torch::optim::Adam, torch::optim::AdamOptions>},
    {"adamw", makeAdam<torch::optim::AdamW, torch::optim::AdamWOptions>},
    {"sgd", makeSgd},
    {"rmsprop", makeRmsprop},
    {"adagrad", makeAdagrad},
    {"lbfgs", makeLbfgs},
};

Maker findMaker(const std::string& type) {
    std::string known;
    for (const Known& one : kOptimizers) {
        if (type == one.type) return one.make;
        known += (known.empty() ? "" : ", ") + std::string(one.type);
    }
    throw Error("There is no optimizer named " + type + "; there is " + known);
}

void spareSmallOnes(torch::optim::Optimizer& optimizer) {
    Parameters small;
    for (const auto& group : optimizer.param_groups())
        for (const at::Tensor& parameter : group.params())
            if (parameter.dim() < 2) small.push_back(parameter);
    for (const size_t place : separate(optimizer, small))
        setWeightDecay(optimizer.param_groups()[place].options(), 0.0);
}

} // namespace

std::unique_ptr<torch::optim::Optimizer> makeOptimizer(const std::string& type,
                                                       const Params& params,
                                                       std::vector<at::Tensor> parameters) {
    Optimizer optimizer = findMaker(type)(params, std::move(parameters));
    if (params.find("decay_bias") && !params.flag("decay_bias")) spareSmallOnes(*optimizer);
    return optimizer;
}

} // namespace core
