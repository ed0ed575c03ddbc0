// What can be told about the CSV data of a config before it runs, from the first lines of the file.
// Inside core/run only; any thread.
#pragma once

#include <string>
#include <vector>

#include "core/error.h"
#include "core/params.h"

namespace core {

// Adds what is wrong with the file and with the columns that are named; the file is there and may
// be read. Returns the task that the target asks for: "regression", "classification", or empty
// where the first rows do not tell.
std::string checkCsv(const Params& data, std::vector<Problem>& problems);

} // namespace core
