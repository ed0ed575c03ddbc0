// The time of day for points of a series. Any thread.
#pragma once

#include <chrono>
#include <cstdint>

namespace core {

inline int64_t wallMs() { // since 1970-01-01 UTC
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

} // namespace core
