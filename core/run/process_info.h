// Which process runs a run, and whether it still lives. Any thread.
#pragma once

#include <cstdint>
#include <string>

namespace core {

struct ProcessInfo {
    int64_t pid = 0;
    int64_t startMs = 0; // ms since 1970 UTC; 0: this system does not tell
    std::string host;

    bool operator==(const ProcessInfo&) const = default;
};

ProcessInfo currentProcess();
std::string hostName();

// When the process with this id started; 0: there is none (or this system does not tell).
int64_t processStartMs(int64_t pid);

// Whether the process that started at `startMs` still lives. A process that got the same id later
// is another one.
bool isAlive(int64_t pid, int64_t startMs);

} // namespace core
