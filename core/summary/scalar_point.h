// Numbers logged by a run, as train, store and ui all speak of them. Values; any thread.
#pragma once

#include <cstdint>
#include <string>

namespace core {

using SeriesId = int64_t; // handed out by a SummarySink; means something to that sink alone

enum class Direction { None, Minimize, Maximize }; // which way is better, for "best" values

// Names a series within a run. The tag is a path: "loss/train", "loss/val", "gradient/norm".
struct SeriesKey {
    std::string tag;
    std::string unit; // empty: none
    Direction direction = Direction::None;
};

struct ScalarPoint {
    SeriesId series = 0;
    int64_t step = 0;   // optimizer steps done when the value was made (globalStep)
    int64_t wallMs = 0; // milliseconds since 1970-01-01 UTC
    // Seconds of training so far, over all sessions of the run, pauses not counted.
    double relativeS = 0.0;
    double value = 0.0; // NaN and infinities are kept as they are
};

} // namespace core
