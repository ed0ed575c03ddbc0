// The training loop as text. Any thread.
#pragma once

#include <string>

#include "core/run/engine.h"

namespace core {

// Every event in its place, followed by the callbacks that are called for it in their order.
std::string describeLoop(const Job& job);

} // namespace core
