// The tool bar of the window: what can be done with a run, and at its end how plots are viewed.
// GUI thread.
#pragma once

#include <QtWidgets/QToolBar>

namespace ui {

class RunActions;
class ViewBar;

class RunBar : public QToolBar {
    Q_OBJECT

public:
    explicit RunBar(const RunActions& actions, QWidget* parent = nullptr);

    ViewBar& view() const { return *m_view; }
    void setViewShown(bool shown); // there is something to view

private:
    ViewBar* m_view;
    QAction* m_viewAction;
};

} // namespace ui
