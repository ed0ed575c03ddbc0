// How much processor and memory this program uses (the memory from /proc; 0 where there is none).
// One thread at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace core {

class ProcessUsage {
public:
    struct Sample {
        double cpuPercent = 0.0; // of all processors together: 0 to 100
        int64_t residentBytes = 0;
    };

    // Since the call before; empty at the first one.
    std::optional<Sample> sample();

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point m_lastTime;
    double m_lastCpuS = -1.0;
};

} // namespace core
