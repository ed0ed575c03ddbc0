// A large button of the start page: icon, title and a line of text. GUI thread.
#pragma once

#include <QtWidgets/QAbstractButton>

namespace ui {

class StartChoice : public QAbstractButton {
    Q_OBJECT

public:
    StartChoice(const QString& iconName, const QString& title, const QString& text,
                QWidget* parent);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QString m_iconName;
    QString m_details;
};

} // namespace ui
