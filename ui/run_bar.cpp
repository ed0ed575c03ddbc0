#include "ui/run_bar.h"

#include "ui/run_actions.h"
#include "ui/view_bar.h"

namespace ui {

RunBar::RunBar(const RunActions& actions, QWidget* parent)
    : QToolBar(tr("Run"), parent), m_view(new ViewBar(this)) {
    setObjectName(QStringLiteral("runBar"));
    setMovable(false);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    addAction(actions.newRun());
    addSeparator();
    addActions(actions.lifecycle());
    auto* space = new QWidget(this);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(space);
    m_viewAction = addWidget(m_view);
}

void RunBar::setViewShown(bool shown) {
    m_viewAction->setVisible(shown);
}

} // namespace ui
