// The data source "spirals": which arm of a spiral does a point lie on? Any thread.
#pragma once

#include "core/data/registry.h"

namespace core {

DataSplit makeSpiralsData(const Params& params, uint64_t seed); // params of spirals.json

} // namespace core
