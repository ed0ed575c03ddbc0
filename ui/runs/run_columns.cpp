#include "ui/runs/run_columns.h"

#include <array>
#include <cmath>

#include "core/run/run_reason.h"
#include "ui/common/format.h"

namespace ui {
namespace {

constexpr std::array<RunColumnInfo, FixedColumnCount> kColumns = {{
    {"eye", "", "Plot this run", true, false},
    {"pin", "", "Keep this run on top of mind", true, false},
    {"state", "State", "What the run is doing", true, false},
    {"name", "Name", "The run's name; F2 changes it", true, false},
    {"progress", "Progress", "Optimizer steps done", true, true},
    {"goal_best", "Best", "Best value of the monitored metric, and its step", true, true},
    {"goal_last", "Last", "Last value of the monitored metric", true, true},
    {"duration", "Duration", "Training time, pauses not counted", true, true},
    {"started", "Started", "When it was first started", true, true},
    {"epochs", "Epochs", "Epochs completed", false, true},
    {"note", "Note", "Your note", false, false},
    {"model", "Model", "Model type", false, false},
    {"seed", "Seed", "Seed of all randomness", false, true},
    {"device", "Device", "Where it was trained", false, false},
    {"reason", "Reason", "Why it stopped or failed", false, false},
    {"number", "No.", "Counts up in the workspace", false, true},
    {"parent", "Cloned from", "The run it was cloned from", false, false},
    {"hash", "Config hash", "Equal for equal settings", false, false},
    {"id", "Id", "The run's folder in artifacts", false, false},
}};

QString text(const std::string& value) {
    return QString::fromStdString(value);
}

QString goalBestText(const RunRow& row, QString (*format)(double)) {
    if (!row.goal || !row.goal->best()) return QStringLiteral("—");
    return QStringLiteral("%1 @ %2").arg(format(*row.goal->best()),
                                         countText(row.goal->bestStep()));
}

QString progressText(const RunRow& row) {
    const double fraction = row.fractionDone();
    if (fraction < 0) return {};
    return QStringLiteral("%1 %").arg(static_cast<int>(std::floor(fraction * 100)));
}

QVariant number(double value) {
    return std::isnan(value) ? QVariant() : QVariant(value);
}

// Runs at work first, then what waits for a person, then what has ended.
int stateOrder(core::RunState state) {
    using core::RunState;
    switch (state) {
        case RunState::Running:
            return 0;
        case RunState::Starting:
        case RunState::Pausing:
        case RunState::Stopping:
            return 1;
        case RunState::Queued:
            return 2;
        case RunState::Paused:
            return 3;
        case RunState::Interrupted:
            return 4;
        case RunState::Failed:
            return 5;
        case RunState::Draft:
            return 6;
        case RunState::Stopped:
            return 7;
        case RunState::Finished:
            return 8;
    }
    return 9;
}

} // namespace

const RunColumnInfo& runColumnInfo(int column) {
    return kColumns.at(static_cast<size_t>(column));
}

QString runColumnText(const RunRow& row, int column, int64_t nowMs) {
    const core::RunRecord& run = row.record;
    switch (column) {
        case StateColumn:
            return QLatin1String(core::toText(run.state));
        case NameColumn:
            return row.name;
        case ProgressColumn:
            return progressText(row);
        case GoalBestColumn:
            return goalBestText(row, numberText);
        case GoalLastColumn:
            return row.goal ? numberText(row.goal->last) : QStringLiteral("—");
        case DurationColumn:
            return run.seconds > 0 ? durationText(run.seconds) : QStringLiteral("—");
        case StartedColumn:
            return run.startedMs > 0 ? relativeTimeText(run.startedMs, nowMs) : QStringLiteral("—");
        case EpochsColumn:
            return run.epochCount > 0 ? QStringLiteral("%1/%2").arg(run.epoch).arg(run.epochCount)
                                      : QStringLiteral("—");
        case NoteColumn:
            return text(run.note).simplified();
        case ModelColumn:
            return text(run.model);
        case SeedColumn:
            return QString::number(run.seed);
        case DeviceColumn:
            return text(run.device);
        case ReasonColumn:
            return text(core::reasonText(run));
        case NumberColumn:
            return QString::number(run.number);
        case ParentColumn:
            return text(run.parentId).left(8);
        case HashColumn:
            return text(run.configHash).left(8);
        case IdColumn:
            return row.id;
        default:
            return {};
    }
}

QString runColumnToolTip(const RunRow& row, int column) {
    const core::RunRecord& run = row.record;
    switch (column) {
        case StateColumn:
            return text(core::reasonText(run));
        case ProgressColumn:
            return run.totalSteps > 0 ? QStringLiteral("step %1 of %2")
                                            .arg(countText(run.step), countText(run.totalSteps))
                                      : QString();
        case GoalBestColumn:
            return row.goal ? text(run.goalMetric) + QStringLiteral(": ") +
                                  goalBestText(row, fullNumberText)
                            : QString();
        case GoalLastColumn:
            return row.goal ? text(run.goalMetric) + QStringLiteral(": ") +
                                  fullNumberText(row.goal->last)
                            : QString();
        case StartedColumn:
            return absoluteTimeText(run.startedMs);
        case NoteColumn:
            return text(run.note);
        case HashColumn:
            return text(run.configHash);
        case ParentColumn:
            return text(run.parentId);
        default:
            return runColumnText(row, column, 0);
    }
}

QVariant runColumnSortKey(const RunRow& row, int column) {
    const core::RunRecord& run = row.record;
    switch (column) {
        case EyeColumn:
        case NumberColumn:
            return static_cast<double>(run.number);
        case PinColumn:
            return run.isPinned ? 0.0 : 1.0;
        case StateColumn:
            return static_cast<double>(stateOrder(run.state));
        case ProgressColumn:
            return row.fractionDone() < 0 ? QVariant() : number(row.fractionDone());
        case GoalBestColumn:
            return row.goal && row.goal->best() ? number(*row.goal->best()) : QVariant();
        case GoalLastColumn:
            return row.goal ? number(row.goal->last) : QVariant();
        case DurationColumn:
            return run.seconds > 0 ? number(run.seconds) : QVariant();
        case StartedColumn:
            return run.startedMs > 0 ? number(static_cast<double>(run.startedMs)) : QVariant();
        case EpochsColumn:
            return static_cast<double>(run.epoch);
        case SeedColumn:
            return static_cast<double>(run.seed);
        default: {
            const QString value = runColumnText(row, column, 0);
            return value.isEmpty() ? QVariant() : QVariant(value);
        }
    }
}

} // namespace ui
