#include "core/train/schedule_factory.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"

namespace core {
namespace {

constexpr double kPi = 3.14159265358979323846;

using Maker = Schedule (*)(const Params& params);

// Step 0 gets 1 / warmup and step warmup - 1 the full rate: a warm-up of 16 takes 16 steps.
double warmupFactor(int64_t step, int64_t warmup) {
    return step < warmup ? static_cast<double>(step + 1) / static_cast<double>(warmup) : 1.0;
}

int64_t stepsAfterWarmup(const ScheduleTime& time, int64_t warmup) {
    return std::max<int64_t>(time.step - warmup, 0);
}

// Half a cosine, or a line, from one value to another; x in [0, 1].
double along(bool isLinear, double from, double to, double x) {
    if (isLinear) return from + (to - from) * x;
    return to + (from - to) * 0.5 * (1.0 + std::cos(kPi * x));
}

// The way through what a schedule has for itself after the warm-up: steps until its length, or
// epochs where the number of steps is not known.
struct Span {
    double position; // in [0, last]
    double last;     // at least 1
    double progress() const { return position / last; }
};

class SpanReader {
public:
    explicit SpanReader(const Params& params)
        : m_warmup(params.integer("warmup_steps")), m_length(params.integer("length")) {}

    Span at(const ScheduleTime& time) const {
        const int64_t total = m_length > 0 ? m_length : time.totalSteps;
        if (total > 0) return span(stepsAfterWarmup(time, m_warmup), total - m_warmup);
        return span(time.epoch, time.epochCount);
    }

private:
    static Span span(int64_t position, int64_t count) {
        const int64_t last = std::max<int64_t>(count - 1, 1);
        return {static_cast<double>(std::min(position, last)), static_cast<double>(last)};
    }
    int64_t m_warmup;
    int64_t m_length;
};

// What "count" says: epochs, or steps after the warm-up.
class Counter {
public:
    explicit Counter(const Params& params)
        : m_warmup(params.integer("warmup_steps")), m_isEpochs(params.text("count") == "epochs") {}

    int64_t at(const ScheduleTime& time) const {
        return m_isEpochs ? time.epoch : stepsAfterWarmup(time, m_warmup);
    }

private:
    int64_t m_warmup;
    bool m_isEpochs;
};

Schedule makeConstant(const Params&) {
    return [](const ScheduleTime&) { return 1.0; };
}

// Loshchilov & Hutter 2017, equation 5, with one period.
Schedule makeCosine(const Params& params) {
    const double last = params.real("final_factor");
    return [span = SpanReader(params), last](const ScheduleTime& time) {
        return along(false, 1.0, last, span.at(time).progress());
    };
}

// Smith & Topin 2018, in two phases.
Schedule makeOneCycle(const Params& params) {
    const double first = params.real("initial_factor");
    const double last = params.real("final_factor");
    const double share = params.real("peak_at");
    const bool isLinear = params.text("shape") == "linear";
    return [span = SpanReader(params), first, last, share, isLinear](const ScheduleTime& time) {
        const Span here = span.at(time);
        const double peak = share * (here.last + 1.0) - 1.0;
        if (peak > 0.0 && here.position <= peak)
            return along(isLinear, first, 1.0, here.position / peak);
        return along(isLinear, 1.0, last, (here.position - peak) / (here.last - peak));
    };
}

Schedule makePolynomial(const Params& params) {
    const double power = params.real("power");
    const double last = params.real("final_factor");
    return [span = SpanReader(params), power, last](const ScheduleTime& time) {
        return last + (1.0 - last) * std::pow(1.0 - span.at(time).progress(), power);
    };
}

Schedule makeStep(const Params& params) {
    const int64_t every = params.integer("every");
    const double gamma = params.real("gamma");
    return [counter = Counter(params), every, gamma](const ScheduleTime& time) {
        return std::pow(gamma, static_cast<double>(counter.at(time) / every));
    };
}

Schedule makeMultiStep(const Params& params) {
    const double gamma = params.real("gamma");
    return [counter = Counter(params), milestones = params.integers("milestones"),
            gamma](const ScheduleTime& time) {
        const int64_t now = counter.at(time);
        const auto passed = std::count_if(milestones.begin(), milestones.end(),
                                          [now](int64_t milestone) { return milestone <= now; });
        return std::pow(gamma, static_cast<double>(passed));
    };
}

Schedule makeExponential(const Params& params) {
    const double gamma = params.real("gamma");
    return [counter = Counter(params), gamma](const ScheduleTime& time) {
        return std::pow(gamma, static_cast<double>(counter.at(time)));
    };
}

struct Known {
    const char* type;
    Maker make;
};
constexpr Known kSchedules[] = {
    {"constant", makeConstant},       {"cosine", makeCosine},    {"one_cycle", makeOneCycle},
    {"polynomial", makePolynomial},   {"step", makeStep},        {"multi_step", makeMultiStep},
    {"exponential", makeExponential}, {"plateau", makeConstant},
};

Maker findMaker(const std::string& type) {
    std::string known;
    for (const Known& one : kSchedules) {
        if (type == one.type) return one.make;
        known += (known.empty() ? "" : ", ") + std::string(one.type);
    }
    throw Error("There is no schedule named " + type + "; there is " + known);
}

} // namespace

Schedule makeSchedule(const std::string& type, const Params& params) {
    const Schedule rest = findMaker(type)(params);
    const int64_t warmup = params.integer("warmup_steps");
    if (warmup == 0) return rest;
    return [rest, warmup](const ScheduleTime& time) {
        return warmupFactor(time.step, warmup) * rest(time);
    };
}

} // namespace core
