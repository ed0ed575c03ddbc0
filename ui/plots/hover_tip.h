// The table beside the pointer with the nearest point of each run. A child of the window it is
// shown in, which it never leaves. GUI thread.
#pragma once

#include "ui/plots/hover_points.h"

#include <QtWidgets/QWidget>

namespace ui {

class HoverTip : public QWidget {
    Q_OBJECT

public:
    static constexpr int kRowLimit = 8;

    explicit HoverTip(QWidget* window);

    // Shows `points` beside `place` (in the window's coordinates).
    void showAt(const QPoint& place, const QVector<HoverPoint>& points);
    int rowCount() const { return int(m_rows.size()); }
    const QStringList& row(int index) const { return m_rows[index].cells; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Row {
        QPen pen;
        bool isBold = false;
        QStringList cells; // name, value, raw value, step, time
    };
    void fill(const QVector<HoverPoint>& points);
    void layOut();

    QVector<Row> m_rows;
    QString m_more; // "+3 more"
    QVector<int> m_columnWidths;
};

} // namespace ui
