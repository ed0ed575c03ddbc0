#include "ui/compare/metric_delegate.h"

#include <QtGui/QPainter>
#include <QtWidgets/QApplication>

#include "ui/common/theme.h"
#include "ui/compare/metrics_model.h"

namespace ui {
namespace {

constexpr int kMargin = 8;
constexpr int kGap = 8;

// Columns within a cell, from the right: widths that fit the usual numbers, so that they align.
int deltaWidth(const QFontMetrics& metrics) {
    return metrics.horizontalAdvance(QStringLiteral("▼ −0.00000"));
}

int stepWidth(const QFontMetrics& metrics) {
    return metrics.horizontalAdvance(QStringLiteral("@ 000 000"));
}

} // namespace

void MetricDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const {
    if (index.column() == 0) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    item.text.clear();
    QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);

    const ThemeColors colors = themeColors(item.palette);
    const QFontMetrics plain(option.font);
    painter->save();
    const auto drawRight = [&](int right, const QString& text, const QColor& color) {
        painter->setPen(color);
        painter->drawText(QRect(option.rect.left(), option.rect.top(), right - option.rect.left(),
                                option.rect.height()),
                          Qt::AlignRight | Qt::AlignVCenter, text);
    };
    int right = option.rect.right() - kMargin;
    painter->setFont(tabularFigures(option.font));
    if (index.column() > 1) {
        const QVariant isGood = index.data(MetricsModel::DeltaIsGoodRole);
        const QColor color = !isGood.isValid() ? colors.subtleText
                             : isGood.toBool() ? colors.good
                                               : colors.bad;
        drawRight(right, index.data(MetricsModel::DeltaRole).toString(), color);
        right -= deltaWidth(plain) + kGap;
    }
    drawRight(right, index.data(MetricsModel::StepRole).toString(), colors.subtleText);
    right -= stepWidth(plain) + kGap;
    painter->setFont(item.font);
    const QString mark =
        index.data(MetricsModel::IsBestRole).toBool() ? QStringLiteral("★ ") : QString();
    drawRight(right, mark + index.data(MetricsModel::ValueRole).toString(),
              item.palette.color(QPalette::Text));
    painter->restore();
}

QSize MetricDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    if (index.column() == 0) return size;
    const QFontMetrics metrics(option.font);
    int width = 2 * kMargin + stepWidth(metrics) + kGap +
                metrics.horizontalAdvance(QStringLiteral("★ 0.00000e-00"));
    if (index.column() > 1) width += deltaWidth(metrics) + kGap;
    size.setWidth(width);
    return size;
}

} // namespace ui
