#include "ui/plots/run_legend.h"

#include "ui/common/theme.h"

#include <QtGui/QHelpEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QToolTip>

namespace ui {
namespace {

constexpr int kSample = 18;
constexpr int kGap = 6;
constexpr int kBetween = 16;
constexpr int kNameLimit = 160;
constexpr int kMoreWidth = 40;

} // namespace

RunLegend::RunLegend(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void RunLegend::setItems(const QVector<Item>& items) {
    m_items = items;
    update();
}

void RunLegend::setCurrent(const QString& runId) {
    m_current = runId;
    update();
}

QSize RunLegend::sizeHint() const {
    return {400, fontMetrics().height() + kSpacing};
}

QSize RunLegend::minimumSizeHint() const {
    return {80, sizeHint().height()};
}

int RunLegend::shownCount(QVector<QRect>* places) const {
    QFont bold = font();
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    int x = 0;
    for (int i = 0; i < m_items.size(); ++i) {
        const int name = std::min(metrics.horizontalAdvance(m_items[i].name) + 2, kNameLimit);
        const QRect place(x, 0, kSample + kGap + name, height());
        const bool isLast = i + 1 == m_items.size();
        if (place.right() > width() - (isLast ? 0 : kMoreWidth)) return i;
        places->append(place);
        x = place.right() + kBetween;
    }
    return int(m_items.size());
}

void RunLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    QVector<QRect> places;
    const int count = shownCount(&places);
    for (int i = 0; i < count; ++i) {
        const Item& item = m_items[i];
        const QRect place = places[i];
        painter.setPen(item.pen);
        painter.drawLine(place.left(), height() / 2, place.left() + kSample, height() / 2);
        QFont named = font();
        named.setBold(item.runId == m_current);
        painter.setFont(named);
        painter.setPen(palette().color(QPalette::WindowText));
        const QRect text = place.adjusted(kSample + kGap, 0, 0, 0);
        painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft,
                         QFontMetrics(named).elidedText(item.name, Qt::ElideMiddle, text.width()));
    }
    if (count == m_items.size()) return;
    const int x = count == 0 ? 0 : places.last().right() + kBetween;
    painter.setFont(font());
    painter.setPen(themeColors(palette()).subtleText);
    painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignVCenter,
                     QStringLiteral("+%1").arg(m_items.size() - count));
}

int RunLegend::itemAt(const QPoint& place) const {
    QVector<QRect> places;
    shownCount(&places);
    for (int i = 0; i < places.size(); ++i)
        if (places[i].contains(place)) return i;
    return -1;
}

void RunLegend::mousePressEvent(QMouseEvent* event) {
    const int item = itemAt(event->position().toPoint());
    if (item >= 0) Q_EMIT clicked(m_items[item].runId);
}

bool RunLegend::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int item = itemAt(help->pos());
    QStringList names;
    for (const Item& each : m_items)
        names.append(each.name);
    QToolTip::showText(help->globalPos(), item >= 0 ? m_items[item].name : names.join(u'\n'), this);
    return true;
}

} // namespace ui
