// A table as text for other programs. GUI thread.
#pragma once

#include <QtCore/QString>

class QAbstractItemModel;

namespace ui {

QString asMarkdown(const QAbstractItemModel& table);
QString asCsv(const QAbstractItemModel& table); // RFC 4180

} // namespace ui
