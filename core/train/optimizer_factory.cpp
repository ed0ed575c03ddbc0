#include "core/train/optimizer_factory.h"

#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/sgd.h>

#include "core/error.h"

namespace core {
namespace {

using Optimizer = std::unique_ptr<torch::optim::Optimizer>;

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

} // namespace

Optimizer makeOptimizer(const std::string& type, const Params& params,
                        std::vector<at::Tensor> parameters) {
    if (type == "adam")
        return makeAdam<torch::optim::Adam, torch::optim::AdamOptions>(params,
                                                                       std::move(parameters));
    if (type == "adamw")
        return makeAdam<torch::optim::AdamW, torch::optim::AdamWOptions>(params,
                                                                         std::move(parameters));
    if (type == "sgd") return makeSgd(params, std::move(parameters));
    throw Error("There is no optimizer named " + type + "; there is adam, adamw and sgd");
}

} // namespace core
