// The data source "idx": pictures and their classes in the files of MNIST and its kin. Any thread.
#pragma once

#include "core/data/registry.h"

namespace core {

DataSplit makeIdxData(const Params& params, uint64_t seed);

} // namespace core
