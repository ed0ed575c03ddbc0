// Makes data from a data source's id and parameters. Any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/params.h"

namespace core {

struct DataSplit {
    std::shared_ptr<const Dataset> train;
    std::shared_ptr<const Dataset> validation; // nullptr: nothing was set aside
    std::vector<std::string> notes; // what a person should know: "3 rows were dropped ..."
};

// `type` is the id of a JSON in this folder, `params` hold its parameters. The seed decides what is
// drawn and which samples are set aside. Throws Error when the data cannot be read or used.
DataSplit makeData(const std::string& type, const Params& params, uint64_t seed);

} // namespace core
