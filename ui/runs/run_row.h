// One row of the run browser. Values; GUI thread.
#pragma once

#include <QtCore/QHash>
#include <QtCore/QString>

#include <optional>

#include "core/store/run_record.h"

namespace ui {

struct RunRow {
    core::RunRecord record;
    QString id;
    QString name;
    std::optional<core::MetricRecord> goal; // of the monitored metric
    // Flattened config, "optimizer.lr" -> "0.001"; parsed when first needed.
    std::optional<QHash<QString, QString>> params;

    double fractionDone() const; // 0 to 1; negative: not known
    bool isTrashed() const { return record.trashedMs > 0; }
};

// Leaves of the run's config by dotted path, as text.
QHash<QString, QString> flattenConfig(const std::string& configJson);

} // namespace ui
