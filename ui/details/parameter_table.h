// The parameters of a config as rich text for reading: grouped, changed ones bold and marked.
// GUI thread.
#pragma once

#include <QtCore/QString>
#include <QtGui/QPalette>

#include "core/run/run_config.h"

namespace core {
class Catalog;
}

namespace ui {

QString parameterTable(const core::RunConfig& config, const core::Catalog& catalog,
                       const QPalette& palette);

} // namespace ui
