// Headers of the compare tables: a run's colour and name. GUI thread.
#pragma once

#include "core/store/run_record.h"

#include <QtCore/QVariant>

namespace ui {

QVariant firstHeader(const QString& title, int role);
QVariant runHeader(const core::RunRecord& run, bool isBaseline, int role);

} // namespace ui
