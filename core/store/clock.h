// The time as the store keeps it. Any thread.
#pragma once

#include <chrono>
#include <cstdint>

namespace core {

// Milliseconds since 1970-01-01 UTC.
inline int64_t nowMs() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

} // namespace core
