// One line with colour and name of each run that is plotted; a click makes it the current one. GUI
// thread.
#pragma once

#include <QtGui/QPen>
#include <QtWidgets/QWidget>

namespace ui {

class RunLegend : public QWidget {
    Q_OBJECT

public:
    struct Item {
        QString runId;
        QString name;
        QPen pen;
    };

    explicit RunLegend(QWidget* parent = nullptr);
    void setItems(const QVector<Item>& items);
    void setCurrent(const QString& runId);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void clicked(const QString& runId);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    int shownCount(QVector<QRect>* places) const; // the rest is counted: "+3"
    int itemAt(const QPoint& place) const;        // -1: none

    QVector<Item> m_items;
    QString m_current;
};

} // namespace ui
