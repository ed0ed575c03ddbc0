#include "ui/compare/compare_delegate.h"

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
    return metrics.horizontalAdvance(QStringLiteral("▼ −0.000000"));
}

int valueWidth(const QFontMetrics& metrics) {
    return metrics.horizontalAdvance(QStringLiteral("★ 0.000e-00"));
}

int stepWidth(const QFontMetrics& metrics) {
    return metrics.horizontalAdvance(QStringLiteral("@ 000 000"));
}

} // namespace

void CompareDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const {
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QString text = item.text;
    item.text.clear();
    item.state &= ~QStyle::State_HasFocus; // rows are selected, not cells
    QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
    painter->save();
    painter->setFont(item.font);
    painter->setPen(item.palette.color(QPalette::Text));
    if (index.data(MetricsModel::ValueRole).isValid()) {
        drawMetric(*painter, item, index);
    } else {
        const QRect inside = option.rect.adjusted(kMargin, 0, -kMargin, 0);
        painter->drawText(
            inside, int(item.displayAlignment),
            QFontMetrics(item.font).elidedText(text, Qt::ElideMiddle, inside.width()));
    }
    painter->restore();
}

void CompareDelegate::drawMetric(QPainter& painter, const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const {
    const ThemeColors colors = themeColors(option.palette);
    QFont plain = option.font;
    plain.setBold(false);
    const QFontMetrics metrics(plain);
    int right = option.rect.right() - kMargin;
    const auto drawRight = [&](const QString& text, const QColor& color) {
        painter.setPen(color);
        painter.drawText(QRect(option.rect.left(), option.rect.top(), right - option.rect.left(),
                               option.rect.height()),
                         Qt::AlignRight | Qt::AlignVCenter, text);
    };
    painter.setFont(plain);
    if (index.column() > 1) {
        const QVariant isGood = index.data(MetricsModel::DeltaIsGoodRole);
        const QColor color = !isGood.isValid() ? colors.subtleText
                             : isGood.toBool() ? colors.good
                                               : colors.bad;
        drawRight(index.data(MetricsModel::DeltaRole).toString(), color);
        right -= deltaWidth(metrics) + kGap;
    }
    // In a narrow cell the step is left to the tooltip.
    const int needed = valueWidth(metrics) + kGap + stepWidth(metrics) + kMargin;
    if (right - option.rect.left() >= needed) {
        drawRight(index.data(MetricsModel::StepRole).toString(), colors.subtleText);
        right -= stepWidth(metrics) + kGap;
    }
    painter.setFont(option.font);
    const bool isBest = index.data(MetricsModel::IsBestRole).toBool();
    drawRight((isBest ? QStringLiteral("★ ") : QString()) +
                  index.data(MetricsModel::ValueRole).toString(),
              option.palette.color(QPalette::Text));
}

QSize CompareDelegate::sizeHint(const QStyleOptionViewItem& option,
                                const QModelIndex& index) const {
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.rwidth() += 2 * kMargin;
    if (!index.data(MetricsModel::ValueRole).isValid()) return size;
    const QFontMetrics metrics(option.font);
    size.setWidth(2 * kMargin + valueWidth(metrics) +
                  (index.column() > 1 ? deltaWidth(metrics) + kGap : 0));
    return size;
}

} // namespace ui
