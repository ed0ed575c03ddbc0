// What the command line says about a run: for people and for programs. Main thread.
#pragma once

#include <string>

#include "core/store/run_record.h"

class QJsonObject;

namespace core {
class Catalog;
class Store;
} // namespace core

// {"run_id", "number", "name", "state", "reason", "steps", "epochs", "seconds", "metrics": {tag:
// {"last", "best", "best_step"}}, "weights_sha256"}. NaN and infinities are strings; what there is
// none of is null.
QJsonObject runJson(core::Store& store, const core::RunRecord& run);

// "digits (run 3): Finished. All 20 epochs done", time, and a table of the metrics.
std::string runSummary(core::Store& store, const core::RunRecord& run);

// The same with hyperparameters, checkpoints and events.
std::string runDetails(core::Store& store, const core::Catalog& catalog,
                       const core::RunRecord& run);

// One line a run, newest first, without those in the trash.
std::string runTable(core::Store& store);
