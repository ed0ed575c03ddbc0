// A column of the compare tables. Values; GUI thread.
#pragma once

#include "core/store/run_record.h"
#include "ui/compare/config_rows.h"

#include <vector>

namespace ui {

struct ComparedRun {
    core::RunRecord record;
    std::vector<ConfigRow> config;
    std::vector<core::MetricRecord> metrics;
};

} // namespace ui
