#include "ui/events_model.h"

#include <QtCore/QDateTime>
#include <QtGui/QGuiApplication>

#include "ui/common/format.h"
#include "ui/common/icons.h"
#include "ui/common/theme.h"

namespace ui {

void EventsModel::clear() {
    beginResetModel();
    m_events.clear();
    endResetModel();
}

void EventsModel::append(const std::vector<core::EventRow>& events) {
    if (events.empty()) return;
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(events.size()) - 1);
    m_events.insert(m_events.end(), events.begin(), events.end());
    endInsertRows();
}

int EventsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_events.size());
}

int EventsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant EventsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const core::EventRow& row = m_events[static_cast<size_t>(index.row())];
    const ThemeColors colors = themeColors(QGuiApplication::palette());
    switch (role) {
        case Qt::DisplayRole:
            switch (index.column()) {
                case TimeColumn:
                    return QDateTime::fromMSecsSinceEpoch(row.wallMs)
                        .toString(QStringLiteral("HH:mm:ss"));
                case StepColumn:
                    return countText(row.event.step);
                case KindColumn:
                    return QString::fromStdString(row.event.kind);
                default:
                    return QString::fromStdString(row.event.text);
            }
        case Qt::ToolTipRole:
            return index.column() == TimeColumn ? absoluteTimeText(row.wallMs)
                                                : QString::fromStdString(row.event.text);
        case Qt::TextAlignmentRole:
            return QVariant((index.column() == StepColumn ? Qt::AlignRight : Qt::AlignLeft) |
                            Qt::AlignVCenter);
        case Qt::ForegroundRole:
            if (row.event.level == core::EventLevel::Error) return colors.bad;
            if (row.event.level == core::EventLevel::Warning) return colors.warning;
            return index.column() == TextColumn ? QVariant() : colors.subtleText;
        default:
            return {};
    }
}

QVariant EventsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
        case TimeColumn:
            return tr("Time");
        case StepColumn:
            return tr("Step");
        case KindColumn:
            return tr("Kind");
        default:
            return tr("Event");
    }
}

} // namespace ui
