// The metric that decides which weights are the best where neither config nor model names one.
#pragma once

namespace core {

inline constexpr const char* kDefaultMonitor = "loss/val";
inline constexpr const char* kMonitorWithoutValidation = "loss/train"; // mean of the epoch

} // namespace core
