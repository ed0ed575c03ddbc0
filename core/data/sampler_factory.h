// Makes the sampler that a config names. Any thread.
#pragma once

#include <memory>
#include <string>

#include "core/data/dataset.h"
#include "core/data/sampler.h"

namespace core {

// type: "shuffled", "sequential", "balanced" (drawn with replacement, every class equally often) or
// "stratified" (every sample once, each batch with the shares of the whole). Throws Error for
// another, and when the last two meet data without classes.
std::unique_ptr<Sampler> makeSampler(const std::string& type, const Dataset& dataset);

} // namespace core
