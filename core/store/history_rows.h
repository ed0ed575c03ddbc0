// Writing the rows of events and of the console. Inside core/store only; call within a transaction.
#pragma once

#include <string>
#include <vector>

#include "core/store/connection.h"
#include "core/store/run_record.h"

namespace core {

void writeEvent(Connection& connection, const std::string& runId, const EventRow& event);

// Appends; the oldest lines beyond 10 000 are dropped.
void writeLog(Connection& connection, const std::string& runId, const std::vector<LogRow>& lines);

} // namespace core
