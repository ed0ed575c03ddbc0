// The data source "csv": a table in a file becomes training and validation data. Any thread.
#pragma once

#include "core/data/registry.h"

namespace core {

// Params of csv.json. Throws Error naming the file and, where there is one, the line and column.
DataSplit makeCsvData(const Params& params, uint64_t seed);

} // namespace core
