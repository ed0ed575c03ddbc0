// Draws the cells of the compare tables with room at their sides; of a metric value, step and
// distance from the baseline, each in its own colour. GUI thread.
#pragma once

#include <QtWidgets/QStyledItemDelegate>

namespace ui {

class CompareDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void drawMetric(QPainter& painter, const QStyleOptionViewItem& option,
                    const QModelIndex& index) const;
};

} // namespace ui
