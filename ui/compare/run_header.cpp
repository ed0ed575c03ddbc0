#include "ui/compare/run_header.h"

#include <QtGui/QFont>
#include <QtGui/QGuiApplication>
#include <QtGui/QPalette>

#include "ui/common/theme.h"

namespace ui {
QVariant firstHeader(const QString& title, int role) {
    if (role == Qt::DisplayRole) return title;
    if (role == Qt::TextAlignmentRole) return QVariant::fromValue(Qt::AlignLeft | Qt::AlignVCenter);
    return {};
}

QVariant runHeader(const core::RunRecord& run, bool isBaseline, int role) {
    const QString name = QString::fromStdString(run.name);
    switch (role) {
        case Qt::DisplayRole:
            return name;
        case Qt::ToolTipRole:
            return isBaseline ? QObject::tr("%1 (baseline)").arg(name) : name;
        case Qt::DecorationRole:
            return runColor(QString::fromStdString(run.color), QGuiApplication::palette());
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
        case Qt::FontRole: {
            QFont font;
            font.setBold(isBaseline);
            return font;
        }
        default:
            return {};
    }
}

} // namespace ui
