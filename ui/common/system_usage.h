// How much processor and memory this program uses, read from /proc; nothing where there is no
// /proc. One thread at a time.
#pragma once

#include <cstdint>
#include <optional>

namespace ui {

class SystemUsage {
public:
    struct Sample {
        double cpuPercent = 0.0; // of all processors together: 0 to 100
        int64_t residentBytes = 0;
    };

    // Since the call before; empty at the first one.
    std::optional<Sample> sample();

private:
    int64_t m_cpuTicks = -1;
    int64_t m_wallMs = 0;
};

} // namespace ui
