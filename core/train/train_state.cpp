#include "core/train/train_state.h"

#include <chrono>

namespace core {

void TrainState::requestFinish(const std::string& reason) {
    if (ending == Ending::Stopped || ending == Ending::Finished) return;
    ending = Ending::Finished;
    endReason = reason;
}

void TrainState::requestStop(const std::string& reason) {
    if (ending == Ending::Stopped || ending == Ending::Finished) return;
    ending = Ending::Stopped;
    endReason = reason;
}

void TrainState::requestPause(const std::string& reason) {
    if (isEnding()) return;
    ending = Ending::Paused;
    endReason = reason;
}

void TrainState::requestRollback() {
    isRollbackWanted = true;
    isLastCheckpointGood = false; // until it is done
}

double TrainState::seconds() const {
    if (sessionStartS < 0.0) return secondsBefore;
    const std::chrono::duration<double> now = std::chrono::steady_clock::now().time_since_epoch();
    return secondsBefore + now.count() - sessionStartS;
}

void TrainState::note(EventLevel level, const std::string& kind, const std::string& text) const {
    if (sink) sink->event({globalStep, level, kind, text});
}

} // namespace core
