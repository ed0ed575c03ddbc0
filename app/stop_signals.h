// Ctrl-C in the command line: the first one stops the run at a safe point, a second one ends the
// program at once. Process-wide, since signals are; one object at a time.
#pragma once

namespace core {
class RunControl;
}

class StopSignals {
public:
    explicit StopSignals(core::RunControl& control); // SIGINT, SIGTERM and SIGHUP
    ~StopSignals();                                  // as before
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;
};
