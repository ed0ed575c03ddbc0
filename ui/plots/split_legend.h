// Says which line is training and which validation: "— train  - - val". GUI thread.
#pragma once

#include "ui/plots/curve.h"

#include <QtWidgets/QWidget>

#include <limits>

namespace ui {

class SplitLegend : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    void setCurves(const QVector<Curve>& curves); // empty when there is nothing to tell apart
    void setRoom(int pixels); // from its left edge: where something lies over the rest
    bool isShown() const;     // whole or not at all
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
    int m_room = std::numeric_limits<int>::max();
};

} // namespace ui
