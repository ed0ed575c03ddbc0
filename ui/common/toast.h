// A short message over the lower edge of the window that goes by itself, with one thing that can be
// done about it ("Undo"). GUI thread.
#pragma once

#include <QtCore/QTimer>
#include <QtWidgets/QFrame>

#include <functional>

class QLabel;
class QPushButton;

namespace ui {

class Toast : public QFrame {
    Q_OBJECT

public:
    explicit Toast(QWidget* over);

    void show(const QString& text, const QString& actionText = {},
              std::function<void()> act = nullptr);
    QString text() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void place();

    QLabel* m_label;
    QPushButton* m_button;
    std::function<void()> m_act;
    QTimer m_timer;
};

} // namespace ui
