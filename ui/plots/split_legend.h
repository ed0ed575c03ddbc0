// Says which line is training and which validation: "— train  - - val". GUI thread.
#pragma once

#include "ui/plots/curve.h"

#include <QtWidgets/QWidget>

namespace ui {

class SplitLegend : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    void setCurves(const QVector<Curve>& curves); // empty when there is nothing to tell apart
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Item {
        QPen pen;
        QString text;
        bool isValidation = false;
        friend bool operator==(const Item&, const Item&) = default;
    };
    QVector<Item> m_items;
};

} // namespace ui
