#include "core/store/run_record.h"

#include <array>

namespace core {
namespace {

// In the order of the enum.
constexpr std::array<const char*, 11> kStateNames = {"Draft",    "Queued", "Starting",   "Running",
                                                     "Pausing",  "Paused", "Stopping",   "Stopped",
                                                     "Finished", "Failed", "Interrupted"};

} // namespace

const char* toText(RunState state) {
    return kStateNames[static_cast<size_t>(state)];
}

std::optional<RunState> runStateFromText(const std::string& text) {
    for (size_t i = 0; i < kStateNames.size(); ++i)
        if (text == kStateNames[i]) return static_cast<RunState>(i);
    return std::nullopt;
}

} // namespace core
