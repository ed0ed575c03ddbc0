#include "ui/compare/compare_header.h"

#include <QtGui/QPainter>

#include "ui/common/theme.h"

namespace ui {
namespace {

constexpr int kDot = 8;
constexpr int kDotGap = 6;

} // namespace

CompareHeader::CompareHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
    setSectionsClickable(false);
    setHighlightSections(false);
}

void CompareHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
    painter->save();
    painter->fillRect(rect, palette().color(QPalette::Window));
    painter->setPen(palette().color(QPalette::Mid));
    painter->drawLine(rect.bottomLeft(), rect.bottomRight());

    const auto read = [&](int role) { return model()->headerData(section, orientation(), role); };
    const QFont named = read(Qt::FontRole).value<QFont>();
    painter->setFont(read(Qt::FontRole).isValid() ? named : font());
    painter->setPen(palette().color(QPalette::WindowText));
    const QColor dot = read(Qt::DecorationRole).value<QColor>();
    QRect text = rect.adjusted(kSpacing, 0, -kSpacing, 0);
    if (dot.isValid()) text.setLeft(text.left() + kDot + kDotGap);
    const QFontMetrics metrics = painter->fontMetrics();
    const QString name =
        metrics.elidedText(read(Qt::DisplayRole).toString(), Qt::ElideMiddle, text.width());
    const auto side = section == 0 ? Qt::AlignLeft : Qt::AlignRight;
    painter->drawText(text, side | Qt::AlignVCenter, name);
    if (dot.isValid()) {
        const int right = text.right() - metrics.horizontalAdvance(name) - kDotGap;
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(dot);
        painter->drawEllipse(
            QRectF(right - kDot + 1, rect.center().y() - kDot / 2 + 0.5, kDot, kDot));
    }
    painter->restore();
}

} // namespace ui
