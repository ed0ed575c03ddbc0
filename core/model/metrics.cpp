#include "core/model/metrics.h"

#include <cmath>

namespace core {

bool Monitor::isBetter(double value, double best, double minDelta) const {
    if (!std::isfinite(value)) return false;
    if (!std::isfinite(best)) return true;
    return direction == Direction::Maximize ? value > best + minDelta : value < best - minDelta;
}

} // namespace core
