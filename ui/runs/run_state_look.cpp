#include "ui/runs/run_state_look.h"

#include "ui/common/theme.h"

namespace ui {

RunStateLook lookOf(core::RunState state, const QPalette& palette) {
    using core::RunState;
    const ThemeColors colors = themeColors(palette);
    switch (state) {
        case RunState::Draft:
            return {QStringLiteral("edit"), colors.subtleText};
        case RunState::Queued:
        case RunState::Starting:
            return {QStringLiteral("clock"), colors.accent};
        case RunState::Running:
            return {QStringLiteral("start"), colors.accent};
        case RunState::Pausing:
        case RunState::Paused:
            return {QStringLiteral("pause"), colors.warning};
        case RunState::Stopping:
        case RunState::Stopped:
            return {QStringLiteral("stop"), colors.subtleText};
        case RunState::Finished:
            return {QStringLiteral("check"), colors.good};
        case RunState::Failed:
            return {QStringLiteral("close"), colors.bad};
        case RunState::Interrupted:
            return {QStringLiteral("warning"), colors.warning};
    }
    return {QStringLiteral("edit"), colors.subtleText};
}

} // namespace ui
