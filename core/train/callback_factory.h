// The callbacks that a config can switch on, by name. Training thread.
#pragma once

#include <memory>
#include <string>

#include "core/params.h"
#include "core/train/callback.h"

namespace core {

// `params` are those of callbacks/<type>.json. Throws Error when there is no such type. The
// recorder and the checkpoint are not here: every run has them.
std::unique_ptr<Callback> makeCallback(const std::string& type, const Params& params);

} // namespace core
