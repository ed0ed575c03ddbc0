#include "core/run/run_reason.h"

namespace core {
namespace {

constexpr const char* kEarlyStopping = "early stopping: ";

std::string epochsText(int64_t count) {
    if (count <= 0) return "All epochs done";
    return count == 1 ? "The one epoch done" : "All " + std::to_string(count) + " epochs done";
}

} // namespace

std::string reasonText(const RunRecord& run) {
    const std::string& code = run.stateReason;
    if (run.state == RunState::Paused && (code == "paused" || code == "user")) return {};
    if (code == "user") return "Stopped by you";
    if (code == "max epochs") return epochsText(run.epochCount);
    if (code == "max steps") return "Step limit of " + std::to_string(run.step) + " reached";
    if (code == "max samples") return "Sample limit reached";
    if (code.starts_with(kEarlyStopping))
        return "Stopped early: " + code.substr(std::string(kEarlyStopping).size());
    return code;
}

std::string endText(const RunRecord& run) {
    const std::string words = reasonText(run);
    if (words.empty()) return std::string(toText(run.state)) + ".";
    return (words == run.stateReason ? std::string(toText(run.state)) + ": " : "") + words + ".";
}

} // namespace core
