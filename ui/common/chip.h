// A small round switch, as filters use: on or off at a click. GUI thread.
#pragma once

#include <QtWidgets/QAbstractButton>

namespace ui {

class Chip : public QAbstractButton {
    Q_OBJECT

public:
    explicit Chip(const QString& text, QWidget* parent = nullptr);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
};

} // namespace ui
