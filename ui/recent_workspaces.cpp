#include "ui/recent_workspaces.h"

#include <QtCore/QSettings>

namespace ui {
namespace {

constexpr auto kKey = "recentWorkspaces";
constexpr int kMost = 8;

} // namespace

QStringList recentWorkspaces() {
    return QSettings().value(kKey).toStringList();
}

void rememberWorkspace(const QString& folder) {
    QStringList folders = recentWorkspaces();
    folders.removeAll(folder);
    folders.prepend(folder);
    QSettings().setValue(kKey, folders.mid(0, kMost));
}

} // namespace ui
