#include "ui/compare/run_header.h"

#include <QtGui/QFont>
#include <QtGui/QGuiApplication>
#include <QtGui/QPainter>
#include <QtGui/QPixmap>

#include "ui/common/theme.h"

namespace ui {
namespace {

QPixmap dotOf(const QColor& color) {
    constexpr int kSize = 10;
    const double ratio = qGuiApp->devicePixelRatio();
    QPixmap pixmap(qRound(kSize * ratio), qRound(kSize * ratio));
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(QRectF(1, 1, kSize - 2, kSize - 2));
    return pixmap;
}

} // namespace

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
            return dotOf(runColor(QString::fromStdString(run.color), QGuiApplication::palette()));
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
