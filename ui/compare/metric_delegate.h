// Draws a cell of the metrics table: value, step and distance from the baseline, each in its own
// colour. GUI thread.
#pragma once

#include <QtWidgets/QStyledItemDelegate>

namespace ui {

class MetricDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace ui
