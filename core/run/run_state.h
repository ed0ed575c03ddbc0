// Which actions a run's state allows (the table of the run's life, in one place). Any thread.
#pragma once

#include "core/store/run_record.h"

namespace core {

enum class RunAction { Start, Pause, Stop, Resume, Clone, Trash, CheckpointNow };

// `hasCheckpoint` matters to Resume of a Failed, Stopped or Interrupted run: without one it can
// only start over.
bool allows(RunState state, RunAction action, bool hasCheckpoint);

bool isActive(RunState state); // Starting, Running, Pausing, Stopping: a process works on it

} // namespace core
