#include "ui/common/style.h"

#include <QtGui/QPainter>
#include <QtWidgets/QStyleFactory>
#include <QtWidgets/QStyleOption>
#include <QtWidgets/QTabBar>

#include "ui/common/theme.h"

namespace ui {
namespace {

void drawTabShape(const QStyleOptionTab& tab, QPainter* painter) {
    const bool selected = tab.state & QStyle::State_Selected;
    const bool hovered = tab.state & QStyle::State_MouseOver;
    const QRect r = tab.rect;
    if (hovered && !selected) {
        QColor wash = tab.palette.color(QPalette::WindowText);
        wash.setAlphaF(0.06F);
        painter->fillRect(r, wash);
    }
    const bool atBottom =
        tab.shape == QTabBar::RoundedSouth || tab.shape == QTabBar::TriangularSouth;
    const int y = atBottom ? r.top() : r.bottom() - 1;
    if (selected)
        painter->fillRect(QRect(r.left() + 4, y, r.width() - 8, 2),
                          themeColors(tab.palette).accent);
}

bool isPrimary(const QWidget* widget) {
    return widget && widget->property("primary").toBool() && widget->isEnabled();
}

// The one button of a panel that leads on, in the accent.
void drawPrimaryButton(const QStyleOptionButton& button, QPainter* painter) {
    QColor fill = button.palette.color(QPalette::Highlight);
    if (button.state & QStyle::State_Sunken)
        fill = fill.darker(115);
    else if (button.state & QStyle::State_MouseOver)
        fill = fill.lighter(110);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(fill);
    painter->drawRoundedRect(QRectF(button.rect).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    if (button.state & QStyle::State_HasFocus) {
        painter->setPen(QPen(button.palette.color(QPalette::HighlightedText), 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(button.rect).adjusted(2.5, 2.5, -2.5, -2.5), 3, 3);
    }
    painter->restore();
}

void drawHeaderSection(const QStyleOptionHeader& header, QPainter* painter) {
    const QRect r = header.rect;
    painter->fillRect(r, header.palette.color(QPalette::Window));
    painter->setPen(header.palette.color(QPalette::Mid));
    painter->drawLine(r.bottomLeft(), r.bottomRight());
    if (header.orientation == Qt::Horizontal)
        painter->drawLine(r.right(), r.top() + 5, r.right(), r.bottom() - 5);
}

void drawDockTitle(const QStyleOptionDockWidget& dock, QPainter* painter) {
    const QRect text = dock.rect.adjusted(8, 0, -48, 0);
    painter->save();
    QFont font = painter->font();
    font.setBold(true);
    painter->setFont(font);
    painter->setPen(dock.palette.color(QPalette::WindowText));
    const QString title =
        painter->fontMetrics().elidedText(dock.title, Qt::ElideRight, text.width());
    painter->drawText(text, Qt::AlignVCenter | Qt::AlignLeft, title);
    painter->restore();
}

} // namespace

Style::Style() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void Style::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                        const QWidget* widget) const {
    switch (element) {
        case CE_TabBarTabShape:
            if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option))
                return drawTabShape(*tab, painter);
            break;
        case CE_HeaderSection:
            if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option))
                return drawHeaderSection(*header, painter);
            break;
        case CE_PushButtonBevel:
            if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
                button && isPrimary(widget))
                return drawPrimaryButton(*button, painter);
            break;
        case CE_PushButtonLabel:
            if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
                button && isPrimary(widget)) {
                QStyleOptionButton light = *button;
                light.palette.setColor(QPalette::ButtonText,
                                       light.palette.color(QPalette::HighlightedText));
                return QProxyStyle::drawControl(element, &light, painter, widget);
            }
            break;
        case CE_HeaderEmptyArea:
            painter->fillRect(option->rect, option->palette.color(QPalette::Window));
            painter->setPen(option->palette.color(QPalette::Mid));
            painter->drawLine(option->rect.bottomLeft(), option->rect.bottomRight());
            return;
        case CE_DockWidgetTitle:
            if (const auto* dock = qstyleoption_cast<const QStyleOptionDockWidget*>(option))
                return drawDockTitle(*dock, painter);
            break;
        case CE_ToolBar:
            painter->fillRect(option->rect, option->palette.color(QPalette::Window));
            painter->setPen(option->palette.color(QPalette::Mid));
            painter->drawLine(option->rect.bottomLeft(), option->rect.bottomRight());
            return;
        case CE_MenuBarEmptyArea:
            painter->fillRect(option->rect, option->palette.color(QPalette::Window));
            return;
        default:
            break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                          const QWidget* widget) const {
    switch (element) {
        case PE_FrameTabBarBase:
            painter->setPen(option->palette.color(QPalette::Mid));
            painter->drawLine(option->rect.bottomLeft(), option->rect.bottomRight());
            return;
        case PE_FrameTabWidget: // the line under the tabs is enough
        case PE_FrameStatusBarItem:
            return;
        case PE_PanelStatusBar:
            painter->setPen(option->palette.color(QPalette::Mid));
            painter->drawLine(option->rect.topLeft(), option->rect.topRight());
            return;
        default:
            break;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option,
                       const QWidget* widget) const {
    switch (metric) {
        case PM_ToolBarIconSize:
        case PM_SmallIconSize:
        case PM_ButtonIconSize:
        case PM_TabBarIconSize:
            return 16;
        case PM_ToolBarItemSpacing:
            return 2;
        case PM_ToolBarItemMargin:
            return 4;
        case PM_DockWidgetTitleMargin:
            return 6;
        case PM_DockWidgetSeparatorExtent:
        case PM_SplitterWidth:
            return 5;
        case PM_TabBarTabHSpace:
            return 24;
        case PM_TabBarTabVSpace:
            return 12;
        case PM_TabBarTabShiftVertical:
        case PM_TabBarTabShiftHorizontal:
        case PM_TabBarBaseOverlap:
        case PM_TabBarTabOverlap:
            return 0;
        default:
            return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int Style::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                     QStyleHintReturn* returnData) const {
    if (hint == SH_EtchDisabledText || hint == SH_UnderlineShortcut) return 0;
    if (hint == SH_ToolTip_WakeUpDelay) return 500;
    return QProxyStyle::styleHint(hint, option, widget, returnData);
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                              const QWidget* widget) const {
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_HeaderSection) result.setHeight(std::max(result.height(), 28));
    if (type == CT_ToolButton) result.setHeight(std::max(result.height(), 28));
    if (type == CT_PushButton && isPrimary(widget)) result.rwidth() += 16;
    if (type == CT_PushButton || type == CT_LineEdit || type == CT_ComboBox)
        result.setHeight(std::max(result.height(), 28));
    return result;
}

} // namespace ui
