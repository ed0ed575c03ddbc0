// A titled part of a panel that folds away at a click on its title. GUI thread.
#pragma once

#include <QtWidgets/QWidget>

class QToolButton;
class QVBoxLayout;

namespace ui {

class Section : public QWidget {
    Q_OBJECT

public:
    explicit Section(const QString& title, QWidget* parent = nullptr);

    QVBoxLayout* body() const { return m_bodyLayout; } // add widgets here
    void setExpanded(bool expanded);
    bool isExpanded() const;

private:
    QToolButton* m_title;
    QWidget* m_body;
    QVBoxLayout* m_bodyLayout;
};

} // namespace ui
