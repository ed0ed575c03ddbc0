// Fusion, made calm: flat tool bars, headers and dock titles, tabs with a line under the active
// one, hairline frames, slim scroll bars. GUI thread.
#pragma once

#include <QtWidgets/QProxyStyle>

namespace ui {

// Properties that a widget may set: "primary" (QPushButton: drawn in the accent), "flat"
// (QToolButton: looks the same when checked).
class Style : public QProxyStyle {
    Q_OBJECT

public:
    Style();

    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                            QPainter* painter, const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                         const QWidget* widget) const override;
    QRect subElementRect(SubElement element, const QStyleOption* option,
                         const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option,
                    const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* returnData) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget) const override;
    QIcon standardIcon(StandardPixmap name, const QStyleOption* option,
                       const QWidget* widget) const override;

private:
    bool drawOwnControl(ControlElement element, const QStyleOption& option, QPainter& painter,
                        const QWidget* widget) const;
};

} // namespace ui
