// What a person changes about runs in the browser: name, note, colour, pin, trash. Each change can
// be undone. GUI thread.
#pragma once

#include <QtCore/QObject>
#include <QtCore/QStringList>

#include <functional>

#include "core/store/run_record.h"

class QUndoStack;
class QWidget;

namespace core {
class Store;
}

namespace ui {

class RunEdits : public QObject {
    Q_OBJECT

public:
    // Errors are shown in the window of `view`.
    RunEdits(core::Store& store, QWidget* view);

    QUndoStack* undoStack() const { return m_undo; }

    void rename(const QString& runId, const QString& name);
    void setNote(const QString& runId, const QString& note);
    void setColor(const QStringList& runIds, const QString& color);
    void setPinned(const QStringList& runIds, bool pinned);
    // Runs at work are left where they are; returns the ids that were moved.
    QStringList moveToTrash(const QStringList& runIds);
    void restore(const QStringList& runIds);

    // For good, with their files; cannot be undone. The caller has asked.
    void purge(const QStringList& runIds);
    int64_t bytesOf(const QStringList& runIds) const; // of their files

Q_SIGNALS:
    void runsChanged(const QStringList& runIds); // rows in the store are new

private:
    using Change = std::function<void(core::RunRecord&)>;
    void apply(const QString& text, const QStringList& runIds, const Change& change);

    core::Store& m_store;
    QWidget* m_view;
    QUndoStack* m_undo;
};

} // namespace ui
