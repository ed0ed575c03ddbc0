#include "core/train/event.h"

namespace core {

const char* toText(Event event) {
    static constexpr const char* kNames[kEventCount] = {
        "setup",
        "checkpointLoaded",
        "fitStart",
        "epochStart",
        "rolloutStart",
        "rolloutEnd",
        "fetchStart",
        "stepStart",
        "batchStart",
        "afterLoss",
        "afterBackward",
        "batchEnd",
        "gradientsReady",
        "beforeOptimizerStep",
        "afterOptimizerStep",
        "stepEnd",
        "evalStart",
        "evalBatchEnd",
        "evalEnd",
        "checkpointSaving",
        "checkpointSaved",
        "epochEnd",
        "stopRequested",
        "fitEnd",
        "exception",
        "teardown",
    };
    return kNames[static_cast<int>(event)];
}

} // namespace core
