// Runs whose process ended without a word.
#include <algorithm>

#include "core/run/process_info.h"
#include "core/run/run_session.h"
#include "core/store/clock.h"
#include "core/store/store.h"

namespace core {
namespace {

constexpr int64_t kStaleMs = 15000;

bool isAbandoned(const RunRecord& run, const ProcessInfo& self) {
    const bool isHere = run.host == self.host;
    // Of this process: left behind when the database refused even the end state.
    if (isHere && run.pid == self.pid && isAlive(run.pid, run.pidStartMs))
        return !isInSession(run.id);
    if (isHere && run.pid > 0 && !isAlive(run.pid, run.pidStartMs)) return true;
    // A program on another computer, a script that tells no process, or one that hangs.
    const int64_t lastSign = std::max({run.heartbeatMs, run.startedMs, run.createdMs});
    return nowMs() - lastSign > kStaleMs;
}

std::string endedText(const RunRecord& run, const std::vector<CheckpointRecord>& checkpoints) {
    std::string text = "Ended unexpectedly at step " + std::to_string(run.step);
    if (checkpoints.empty()) return text + "; there is no checkpoint.";
    return text + "; the last checkpoint is of step " + std::to_string(checkpoints.back().step) +
           ".";
}

} // namespace

std::vector<std::string> interruptedRuns(Store& store) {
    std::vector<std::string> found;
    if (store.isReadOnly()) return found;
    const ProcessInfo self = currentProcess();
    for (const RunRecord& run : store.activeRuns()) {
        if (!isAbandoned(run, self)) continue;
        const std::string text = endedText(run, store.checkpoints(run.id));
        if (!store.changeState(run.id, RunState::Interrupted, text, {run.state})) continue;
        store.addEvent(run.id, {run.step, EventLevel::Warning, "interrupted", text});
        found.push_back(run.id);
    }
    return found;
}

int recoverInterrupted(Store& store) {
    return static_cast<int>(interruptedRuns(store).size());
}

} // namespace core
