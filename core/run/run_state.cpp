#include "core/run/run_state.h"

namespace core {
namespace {

bool allowsResume(RunState state, bool hasCheckpoint) {
    switch (state) {
        case RunState::Paused:
        case RunState::Stopped:
        case RunState::Interrupted:
        case RunState::Finished:
            return true; // without a checkpoint it starts over
        case RunState::Failed:
            return hasCheckpoint; // starting over would fail the same way
        default:
            return false;
    }
}

bool allowsStop(RunState state) {
    return state == RunState::Queued || state == RunState::Paused || isActive(state);
}

bool allowsTrash(RunState state) {
    // A paused run still belongs to someone who means to go on: stop it first.
    return !isActive(state) && state != RunState::Paused;
}

} // namespace

bool isActive(RunState state) {
    return state == RunState::Starting || state == RunState::Running ||
           state == RunState::Pausing || state == RunState::Stopping;
}

bool allows(RunState state, RunAction action, bool hasCheckpoint) {
    switch (action) {
        case RunAction::Start:
            return state == RunState::Draft || state == RunState::Queued;
        case RunAction::Pause:
            return state == RunState::Running;
        case RunAction::Stop:
            return allowsStop(state);
        case RunAction::Resume:
            return allowsResume(state, hasCheckpoint);
        case RunAction::Clone:
            return true;
        case RunAction::Trash:
            return allowsTrash(state);
        case RunAction::CheckpointNow:
            return state == RunState::Running;
    }
    return false;
}

} // namespace core
