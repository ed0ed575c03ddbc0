// Why a run ended, in words for a person. The store keeps the codes of the trainer. Any thread.
#pragma once

#include <string>

#include "core/store/run_record.h"

namespace core {

// "All 20 epochs done", "Stopped by you", "Step limit of 500 reached"; what is no code comes as it
// is. Empty where the state says it all: a run that is paused.
std::string reasonText(const RunRecord& run);

std::string endText(const RunRecord& run); // the same as a sentence, for the events

} // namespace core
