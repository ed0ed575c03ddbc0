#include "ui/common/run_selection.h"

namespace ui {

void RunSelection::setCurrent(const QString& runId) {
    if (runId == m_current) return;
    m_current = runId;
    Q_EMIT currentChanged(runId);
}

void RunSelection::setVisible(const QString& runId, bool visible) {
    if (visible == isVisible(runId)) return;
    if (visible)
        m_visible.append(runId);
    else
        m_visible.removeOne(runId);
    Q_EMIT visibleChanged(m_visible);
}

void RunSelection::setVisibleRuns(const QStringList& runIds) {
    if (runIds == m_visible) return;
    m_visible = runIds;
    Q_EMIT visibleChanged(m_visible);
}

} // namespace ui
