// A run's configuration as rows for a table: "optimizer.lr" -> "0.001". Values; any thread.
#pragma once

#include <QtCore/QString>

#include <string>
#include <vector>

namespace ui {

struct ConfigRow {
    QString key;
    QString value;
    friend bool operator==(const ConfigRow&, const ConfigRow&) = default;
};

// In the order data, model, optimizer, schedule, callbacks, run, then by key. What is stored is
// shown, also of components that this program does not know. Empty when it is not JSON.
std::vector<ConfigRow> configRows(const std::string& configJson);

} // namespace ui
