// The workspaces that were opened last, kept in QSettings. GUI thread.
#pragma once

#include <QtCore/QStringList>

namespace ui {

QStringList recentWorkspaces(); // folders, the newest first
void rememberWorkspace(const QString& folder);

} // namespace ui
