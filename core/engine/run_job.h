// One session of a run, from its config to its result. Training thread.
#pragma once

#include <memory>
#include <vector>

#include "core/model/model_factory.h"
#include "core/run/engine.h"
#include "core/train/callback.h"

namespace core {

// Engine::run, given the factory of the plugin.
JobResult runJob(const Job& job, ModelFactory& factory, SummarySink& sink, RunControl& control);

// The callbacks of the job with those that every run has. `control` must outlive them.
std::vector<std::unique_ptr<Callback>> makeCallbacks(const Job& job, RunControl& control);

} // namespace core
