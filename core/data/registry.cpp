#include "core/data/registry.h"

#include "core/data/csv_source.h"
#include "core/data/line_source.h"
#include "core/data/spirals_source.h"
#include "core/error.h"

namespace core {

DataSplit makeData(const std::string& type, const Params& params, uint64_t seed) {
    if (type == "csv") return makeCsvData(params, seed);
    if (type == "line") return makeLineData(params, seed);
    if (type == "spirals") return makeSpiralsData(params, seed);
    throw Error("There is no data source named \"" + type + "\". Choose csv, line or spirals.");
}

} // namespace core
