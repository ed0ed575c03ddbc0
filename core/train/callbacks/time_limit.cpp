#include "core/train/callbacks/time_limit.h"

#include <cstdio>

namespace core {

void TimeLimit::check(TrainState& state) {
    if (state.isEnding() || state.seconds() < m_options.minutes * 60.0) return;
    char minutes[32];
    std::snprintf(minutes, sizeof minutes, "%.6g", m_options.minutes);
    state.requestFinish(std::string("time limit of ") + minutes + " min");
}

} // namespace core
