// The callbacks that a config can switch on, by name. Training thread.
#pragma once

#include <memory>
#include <string>

#include "core/params.h"
#include "core/train/callback.h"

namespace core {

// `params` are those of callbacks/<type>.json. Throws Error when there is no such type. The
// checkpoint is not here: it needs to know where its files go.
std::unique_ptr<Callback> makeCallback(const std::string& type, const Params& params);

} // namespace core
