// How a run's state looks: icon and colour that go with the word. Any thread.
#pragma once

#include <QtGui/QColor>
#include <QtGui/QPalette>

#include "core/store/run_record.h"

namespace ui {

struct RunStateLook {
    QString iconName;
    QColor color;
};

RunStateLook lookOf(core::RunState state, const QPalette& palette);

} // namespace ui
