#include "ui/runs/runs_delegate.h"

#include <QtCore/QAbstractProxyModel>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QApplication>

#include "core/run/run_state.h"
#include "ui/common/icons.h"
#include "ui/common/theme.h"
#include "ui/runs/run_state_look.h"
#include "ui/runs/runs_model.h"

namespace ui {
namespace {

constexpr int kIconSize = 16;

QModelIndex sourceOf(const QModelIndex& index) {
    const auto* proxy = qobject_cast<const QAbstractProxyModel*>(index.model());
    return proxy ? proxy->mapToSource(index) : index;
}

void drawIcon(QPainter* painter, const QRect& rect, const QString& name, const QColor& color) {
    const double ratio = painter->device()->devicePixelRatioF();
    const QPixmap pixmap = iconPixmap(name, color, kIconSize, ratio);
    painter->drawPixmap(QPoint(rect.x(), rect.y() + (rect.height() - kIconSize) / 2), pixmap);
}

} // namespace

RunsDelegate::RunsDelegate(const RunsModel& model, QObject* parent)
    : QStyledItemDelegate(parent), m_model(model) {}

const RunRow& RunsDelegate::rowOf(const QModelIndex& index) const {
    return m_model.row(sourceOf(index).row());
}

QSize RunsDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    const int height = std::max(26, option.fontMetrics.height() + 10);
    const int column = sourceOf(index).column();
    if (column == StateColumn) size.rwidth() += kIconSize + kSpacing;
    return QSize(size.width() + kSpacing, height);
}

void RunsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    const int column = sourceOf(index).column();
    if (column > ProgressColumn || column == NameColumn) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem background = option; // selection and hover, as in the other cells
    initStyleOption(&background, index);
    background.text.clear();
    background.features &= ~QStyleOptionViewItem::HasCheckIndicator;
    background.state &= ~QStyle::State_HasFocus;
    QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &background, painter,
                                       option.widget);
    const RunRow& row = rowOf(index);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (column == EyeColumn)
        paintEye(painter, option, row, index.data(Qt::CheckStateRole).toInt() == Qt::Checked);
    else if (column == PinColumn)
        paintPin(painter, option, row);
    else if (column == StateColumn)
        paintState(painter, option, row);
    else
        paintProgress(painter, option, row, index.data().toString());
    painter->restore();
}

// A box in the run's colour: full with a tick when plotted, its outline when not.
void RunsDelegate::paintEye(QPainter* painter, const QStyleOptionViewItem& option,
                            const RunRow& row, bool isVisible) const {
    const QColor color = runColor(QString::fromStdString(row.record.color), option.palette);
    QRectF box(0, 0, 14, 14);
    box.moveCenter(QRectF(option.rect).center());
    box.moveTopLeft(QPointF(box.topLeft().toPoint()) + QPointF(0.5, 0.5));
    painter->setPen(QPen(color, 1.5));
    painter->setBrush(isVisible ? QBrush(color) : QBrush(Qt::NoBrush));
    painter->drawRoundedRect(box, 3, 3);
    if (!isVisible) return;
    const bool needsDark = contrast(color, Qt::white) < 2.6;
    painter->setPen(QPen(needsDark ? QColor(0x1b, 0x1f, 0x24) : QColor(Qt::white), 1.8,
                         Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF tick[] = {box.topLeft() + QPointF(3.4, 7.4), box.topLeft() + QPointF(6.0, 10.0),
                            box.topLeft() + QPointF(10.8, 4.4)};
    painter->drawPolyline(tick, 3);
}

void RunsDelegate::paintPin(QPainter* painter, const QStyleOptionViewItem& option,
                            const RunRow& row) const {
    QColor color = themeColors(option.palette).accent;
    if (!row.record.isPinned) {
        if (!(option.state & QStyle::State_MouseOver)) return;
        color = themeColors(option.palette).subtleText;
        color.setAlphaF(0.6F);
    }
    QRect area = option.rect;
    area.setLeft(option.rect.center().x() - kIconSize / 2 + 1);
    drawIcon(painter, area, QStringLiteral("pin"), color);
}

void RunsDelegate::paintState(QPainter* painter, const QStyleOptionViewItem& option,
                              const RunRow& row) const {
    const RunStateLook look = lookOf(row.record.state, option.palette);
    const QRect area = option.rect.adjusted(kHalfSpacing, 0, -kHalfSpacing, 0);
    drawIcon(painter, area, look.iconName, look.color);
    const QRect textArea = area.adjusted(kIconSize + 6, 0, 0, 0);
    painter->setPen(look.color);
    painter->drawText(textArea, Qt::AlignVCenter | Qt::AlignLeft,
                      option.fontMetrics.elidedText(QLatin1String(core::toText(row.record.state)),
                                                    Qt::ElideRight, textArea.width()));
}

void RunsDelegate::paintProgress(QPainter* painter, const QStyleOptionViewItem& option,
                                 const RunRow& row, const QString& text) const {
    const ThemeColors colors = themeColors(option.palette);
    const QRect area = option.rect.adjusted(kHalfSpacing, 0, -kHalfSpacing, 0);
    const bool isUnderWay =
        core::isActive(row.record.state) || row.record.state == core::RunState::Paused;
    const int textWidth = option.fontMetrics.horizontalAdvance(QStringLiteral("100 %"));
    painter->setPen(isUnderWay ? option.palette.color(QPalette::Text) : colors.subtleText);
    painter->drawText(area, Qt::AlignVCenter | Qt::AlignRight, text);
    QRectF bar(area.left(), area.center().y() - 2, area.width() - textWidth - 6, 5);
    if (!isUnderWay || bar.width() < 12) return;
    painter->setPen(Qt::NoPen);
    painter->setBrush(colors.border);
    painter->drawRoundedRect(bar, 2.5, 2.5);
    bar.setWidth(std::max(5.0, bar.width() * row.fractionDone()));
    painter->setBrush(lookOf(row.record.state, option.palette).color);
    painter->drawRoundedRect(bar, 2.5, 2.5);
}

bool RunsDelegate::editorEvent(QEvent* event, QAbstractItemModel* model,
                               const QStyleOptionViewItem& option, const QModelIndex& index) {
    const int column = sourceOf(index).column();
    if (column != EyeColumn && column != PinColumn)
        return QStyledItemDelegate::editorEvent(event, model, option, index);
    if (event->type() != QEvent::MouseButtonRelease ||
        static_cast<QMouseEvent*>(event)->button() != Qt::LeftButton)
        return event->type() == QEvent::MouseButtonDblClick;
    if (column == PinColumn) {
        Q_EMIT pinClicked(rowOf(index).id);
        return true;
    }
    const bool isVisible = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    return model->setData(index, isVisible ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

} // namespace ui
