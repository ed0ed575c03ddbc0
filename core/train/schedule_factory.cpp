#include "core/train/schedule_factory.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"

namespace core {
namespace {

constexpr double kPi = 3.14159265358979323846;

// Step 0 gets 1 / warmup and step warmup - 1 the full rate: a warm-up of 16 takes 16 steps.
double warmupFactor(int64_t step, int64_t warmup) {
    return step < warmup ? static_cast<double>(step + 1) / static_cast<double>(warmup) : 1.0;
}

// Share of the run after the warm-up that lies behind, in [0, 1]; 0 at its first step and 1 at its
// last.
double progressOf(const ScheduleTime& time, int64_t warmup) {
    if (time.totalSteps > 0) {
        const auto last = static_cast<double>(std::max<int64_t>(time.totalSteps - 1 - warmup, 1));
        return std::clamp(static_cast<double>(time.step - warmup) / last, 0.0, 1.0);
    }
    const auto last = static_cast<double>(std::max<int64_t>(time.epochCount - 1, 1));
    return std::clamp(static_cast<double>(time.epoch) / last, 0.0, 1.0);
}

Schedule makeConstant(const Params& params) {
    const int64_t warmup = params.integer("warmup_steps");
    return [warmup](const ScheduleTime& time) { return warmupFactor(time.step, warmup); };
}

// Loshchilov & Hutter 2017, equation 5, with one period.
Schedule makeCosine(const Params& params) {
    const int64_t warmup = params.integer("warmup_steps");
    const double last = params.real("final_factor");
    return [warmup, last](const ScheduleTime& time) {
        if (time.step < warmup) return warmupFactor(time.step, warmup);
        return last + (1.0 - last) * 0.5 * (1.0 + std::cos(kPi * progressOf(time, warmup)));
    };
}

} // namespace

Schedule makeSchedule(const std::string& type, const Params& params) {
    if (type == "constant") return makeConstant(params);
    if (type == "cosine") return makeCosine(params);
    throw Error("There is no schedule named " + type + "; there is constant and cosine");
}

} // namespace core
