#include "ui/common/style.h"

#include <QtGui/QPainter>
#include <QtWidgets/QAbstractSpinBox>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QStyleFactory>
#include <QtWidgets/QStyleOption>

#include <algorithm>

#include "ui/common/icons.h"
#include "ui/common/style_painting.h"
#include "ui/common/theme.h"

namespace ui {
namespace {

constexpr int kControlHeight = 28;
constexpr int kScrollBarWidth = 12;
constexpr int kShortestHandle = 32;

bool isPrimary(const QWidget* widget) {
    return widget && widget->property("primary").toBool() && widget->isEnabled();
}

void fillWithLine(const QStyleOption& option, QPainter& painter) {
    painter.fillRect(option.rect, option.palette.color(QPalette::Window));
    painter.setPen(option.palette.color(QPalette::Mid));
    painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
}

// Forms lie on the window's colour, lists and texts on paper.
QColor backgroundBehind(const QStyleOption& bar, const QWidget* widget) {
    for (; widget; widget = widget->parentWidget())
        if (qobject_cast<const QScrollArea*>(widget))
            return bar.palette.color(QPalette::Window);
        else if (qobject_cast<const QAbstractScrollArea*>(widget))
            break;
    return bar.palette.color(QPalette::Base);
}

// The handle of a scroll bar without arrow buttons.
QRect scrollHandle(const QStyleOptionSlider& bar) {
    const bool isHorizontal = bar.orientation == Qt::Horizontal;
    const int length = isHorizontal ? bar.rect.width() : bar.rect.height();
    const int64_t range = int64_t(bar.maximum) - bar.minimum;
    if (range <= 0)
        return isHorizontal ? QRect(0, 0, length, kScrollBarWidth)
                            : QRect(0, 0, kScrollBarWidth, length);
    const auto wanted = static_cast<int>(length * int64_t(bar.pageStep) / (range + bar.pageStep));
    const int handle = std::clamp(wanted, std::min(kShortestHandle, length), length);
    const int at = QStyle::sliderPositionFromValue(bar.minimum, bar.maximum, bar.sliderPosition,
                                                   length - handle, bar.upsideDown);
    const QRect r = isHorizontal ? QRect(at, 0, handle, bar.rect.height())
                                 : QRect(0, at, bar.rect.width(), handle);
    return r.translated(bar.rect.topLeft());
}

} // namespace

Style::Style() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

bool Style::drawOwnControl(ControlElement element, const QStyleOption& option, QPainter& painter,
                           const QWidget* widget) const {
    switch (element) {
        case CE_TabBarTabShape:
            if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(&option))
                drawTabShape(*tab, painter);
            return true;
        case CE_HeaderSection:
            if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(&option))
                drawHeaderSection(*header, painter);
            return true;
        case CE_DockWidgetTitle:
            if (const auto* dock = qstyleoption_cast<const QStyleOptionDockWidget*>(&option))
                drawDockTitle(*dock, painter);
            return true;
        case CE_MenuBarItem:
            if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(&option))
                drawMenuBarItem(*item, painter);
            return true;
        case CE_PushButtonBevel:
            if (!isPrimary(widget)) return false;
            if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(&option))
                drawPrimaryButton(*button, painter);
            return true;
        case CE_ProgressBarGroove:
            drawProgressGroove(option, painter);
            return true;
        case CE_ProgressBarContents:
            if (const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(&option))
                drawProgressContents(*bar, painter);
            return true;
        case CE_HeaderEmptyArea:
        case CE_ToolBar:
            fillWithLine(option, painter);
            return true;
        case CE_MenuBarEmptyArea:
            painter.fillRect(option.rect, option.palette.color(QPalette::Window));
            return true;
        case CE_Splitter: // the gap is enough
            return true;
        default:
            return false;
    }
}

void Style::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                        const QWidget* widget) const {
    if (drawOwnControl(element, *option, *painter, widget)) return;
    if (element == CE_PushButtonLabel && isPrimary(widget)) {
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
            QStyleOptionButton light = *button;
            light.palette.setColor(QPalette::ButtonText,
                                   light.palette.color(QPalette::HighlightedText));
            return QProxyStyle::drawControl(element, &light, painter, widget);
        }
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
        case PE_IndicatorDockWidgetResizeHandle:
        case PE_IndicatorToolBarHandle:
            return;
        case PE_Frame:
            return drawFrame(*option, *painter);
        case PE_PanelScrollAreaCorner:
            painter->fillRect(option->rect, option->palette.color(QPalette::Base));
            return;
        case PE_PanelStatusBar:
            painter->setPen(option->palette.color(QPalette::Mid));
            painter->drawLine(option->rect.topLeft(), option->rect.topRight());
            return;
        case PE_PanelButtonCommand:
            return drawButtonPanel(*option, *painter);
        case PE_PanelButtonTool:
            return drawToolButtonPanel(*option, *painter,
                                       !widget || !widget->property("flat").toBool());
        case PE_IndicatorCheckBox:
            return drawCheckBox(*option, *painter);
        case PE_FrameLineEdit:
            return drawFieldFrame(*option, *painter);
        case PE_PanelLineEdit:
            if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
                frame && frame->lineWidth > 0)
                return drawFieldFrame(*option, *painter);
            break;
        default:
            break;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                               QPainter* painter, const QWidget* widget) const {
    if (control == CC_ScrollBar) {
        if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option))
            return drawScrollBar(*bar, scrollHandle(*bar), backgroundBehind(*bar, widget),
                                 *painter);
    }
    if (control == CC_ComboBox) {
        if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
            combo && !combo->editable)
            return drawComboBox(*combo, *painter);
    }
    if (control == CC_SpinBox) {
        if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
            spin && spin->buttonSymbols == QAbstractSpinBox::NoButtons)
            return drawFieldFrame(*option, *painter);
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QRect Style::subControlRect(ComplexControl control, const QStyleOptionComplex* option,
                            SubControl part, const QWidget* widget) const {
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (control != CC_ScrollBar || !bar)
        return QProxyStyle::subControlRect(control, option, part, widget);
    const QRect handle = scrollHandle(*bar);
    const bool isHorizontal = bar->orientation == Qt::Horizontal;
    QRect rest = bar->rect;
    switch (part) {
        case SC_ScrollBarSlider:
            return handle;
        case SC_ScrollBarGroove:
            return bar->rect;
        case SC_ScrollBarSubPage:
            isHorizontal ? rest.setRight(handle.left()) : rest.setBottom(handle.top());
            return rest;
        case SC_ScrollBarAddPage:
            isHorizontal ? rest.setLeft(handle.right()) : rest.setTop(handle.bottom());
            return rest;
        default:
            return {};
    }
}

// Text does not touch the frame: it begins where that of a combo box does.
QRect Style::subElementRect(SubElement element, const QStyleOption* option,
                            const QWidget* widget) const {
    const QRect rect = QProxyStyle::subElementRect(element, option, widget);
    const bool isOwnFrame =
        !qobject_cast<const QAbstractSpinBox*>(widget ? widget->parentWidget() : nullptr);
    return element == SE_LineEditContents && isOwnFrame ? rect.adjusted(3, 0, -3, 0) : rect;
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option,
                       const QWidget* widget) const {
    switch (metric) {
        case PM_IndicatorWidth:
        case PM_IndicatorHeight:
            return 16;
        case PM_ToolBarIconSize:
        case PM_SmallIconSize:
        case PM_ButtonIconSize:
        case PM_TabBarIconSize:
            return 16;
        case PM_ScrollBarExtent:
            return kScrollBarWidth;
        case PM_ScrollBarSliderMin:
            return kShortestHandle;
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
        case PM_MenuBarItemSpacing:
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
    if (type == CT_PushButton && isPrimary(widget)) result.rwidth() += 16;
    switch (type) {
        case CT_HeaderSection:
        case CT_ToolButton:
        case CT_PushButton:
        case CT_LineEdit:
        case CT_SpinBox:
        case CT_ComboBox:
            result.setHeight(std::max(result.height(), kControlHeight));
            break;
        case CT_MenuBarItem:
            result += QSize(8, 4);
            break;
        default:
            break;
    }
    return result;
}

QIcon Style::standardIcon(StandardPixmap name, const QStyleOption* option,
                          const QWidget* widget) const {
    if (name == SP_TitleBarCloseButton || name == SP_DockWidgetCloseButton)
        return icon(QStringLiteral("dismiss"));
    if (name == SP_TitleBarNormalButton) return icon(QStringLiteral("float"));
    if (name == SP_LineEditClearButton) return icon(QStringLiteral("dismiss"));
    return QProxyStyle::standardIcon(name, option, widget);
}

} // namespace ui
