// The data source "line": noisy points on y = a x + b. Any thread.
#pragma once

#include "core/data/registry.h"

namespace core {

// Params of line.json. Inputs and targets are as drawn, so a linear model's weight tends to the
// slope and its bias to the intercept.
DataSplit makeLineData(const Params& params, uint64_t seed);

} // namespace core
