// Which runs are plotted, which one is current, and how each is drawn. The one piece of state that
// the panels share.
#pragma once

#include <QtCore/QObject>
#include <QtCore/QString>
#include <QtCore/QStringList>

namespace ui {

class RunSelection : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    QString current() const { return m_current; }
    void setCurrent(const QString& runId);

    const QStringList& visible() const {
        return m_visible;
    } // ticked, in the order they were ticked
    bool isVisible(const QString& runId) const { return m_visible.contains(runId); }
    void setVisible(const QString& runId, bool visible);
    void setVisibleRuns(const QStringList& runIds);

Q_SIGNALS:
    void currentChanged(const QString& runId);
    void visibleChanged(const QStringList& runIds);

private:
    QString m_current;
    QStringList m_visible;
};

} // namespace ui
