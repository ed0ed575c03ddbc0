#include "core/data/sampler_factory.h"

#include "core/data/labels.h"
#include "core/data/stratified_sampler.h"
#include "core/data/weighted_sampler.h"
#include "core/error.h"

namespace core {

std::unique_ptr<Sampler> makeSampler(const std::string& type, const Dataset& dataset) {
    if (type == "shuffled") return std::make_unique<ShuffledSampler>();
    if (type == "sequential") return std::make_unique<SequentialSampler>();
    if (type == "balanced")
        return std::make_unique<WeightedSampler>(balancedWeights(dataset.labels()));
    if (type == "stratified") return std::make_unique<StratifiedSampler>(dataset.labels());
    throw Error("There is no order of samples named \"" + type +
                "\". Choose shuffled, sequential, balanced or stratified");
}

} // namespace core
