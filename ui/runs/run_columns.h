// The fixed columns of the run browser: titles, texts and sort keys. Columns after them show
// hyperparameters. Any thread.
#pragma once

#include <QtCore/QVariant>

#include "ui/runs/run_row.h"

namespace ui {

enum RunColumn {
    EyeColumn, // colour, and whether the run is plotted
    PinColumn,
    StateColumn,
    NameColumn,
    ProgressColumn,
    GoalBestColumn,
    GoalLastColumn,
    DurationColumn,
    StartedColumn,
    EpochsColumn,
    NoteColumn,
    ModelColumn,
    SeedColumn,
    DeviceColumn,
    ReasonColumn,
    NumberColumn,
    ParentColumn,
    HashColumn,
    IdColumn,
    FixedColumnCount
};

struct RunColumnInfo {
    const char* key; // for saved layouts
    const char* title;
    const char* help;
    bool isShown; // before anyone has chosen
    bool isNumber;
};

const RunColumnInfo& runColumnInfo(int column);

QString runColumnText(const RunRow& row, int column, int64_t nowMs);
QString runColumnToolTip(const RunRow& row, int column);
// A number or a text; invalid when there is no value (NaN too), which sorts last.
QVariant runColumnSortKey(const RunRow& row, int column);

} // namespace ui
