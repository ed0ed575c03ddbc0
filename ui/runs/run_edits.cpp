#include "ui/runs/run_edits.h"

#include <QtCore/QDateTime>
#include <QtCore/QDir>
#include <QtCore/QDirIterator>
#include <QtGui/QUndoStack>

#include <vector>

#include "core/run/run_state.h"
#include "core/store/store.h"
#include "ui/common/show_error.h"

namespace ui {
namespace {

// The columns a person may change; the rest of the row belongs to the run.
void copyEditable(const core::RunRecord& from, core::RunRecord& to) {
    to.name = from.name;
    to.note = from.note;
    to.color = from.color;
    to.isPinned = from.isPinned;
    to.trashedMs = from.trashedMs;
}

class EditCommand : public QUndoCommand {
public:
    EditCommand(const QString& text, std::vector<core::RunRecord> before,
                std::function<void(core::RunRecord&)> change,
                std::function<void(const std::vector<core::RunRecord>&)> write)
        : QUndoCommand(text),
          m_before(before),
          m_after(std::move(before)),
          m_write(std::move(write)) {
        for (core::RunRecord& record : m_after)
            change(record);
    }
    void undo() override { m_write(m_before); }
    void redo() override { m_write(m_after); }

private:
    std::vector<core::RunRecord> m_before;
    std::vector<core::RunRecord> m_after;
    std::function<void(const std::vector<core::RunRecord>&)> m_write;
};

QString artifactsOf(const core::Store& store, const QString& runId) {
    return QDir(QString::fromStdString(store.folder()))
        .filePath(QStringLiteral("artifacts/") + runId);
}

} // namespace

RunEdits::RunEdits(core::Store& store, QWidget* view)
    : QObject(view), m_store(store), m_view(view), m_undo(new QUndoStack(this)) {}

void RunEdits::apply(const QString& text, const QStringList& runIds, const Change& change) {
    tryTo(m_view, [&] {
        std::vector<core::RunRecord> before;
        for (const QString& id : runIds)
            if (auto record = m_store.run(id.toStdString())) before.push_back(std::move(*record));
        if (before.empty()) return;
        const auto write = [this](const std::vector<core::RunRecord>& records) {
            QStringList ids;
            tryTo(m_view, [&] {
                for (const core::RunRecord& wanted : records) {
                    m_store.updateRun(wanted.id,
                                      [&](core::RunRecord& r) { copyEditable(wanted, r); });
                    ids.append(QString::fromStdString(wanted.id));
                }
            });
            Q_EMIT runsChanged(ids);
        };
        m_undo->push(new EditCommand(text, std::move(before), change, write)); // the stack owns it
    });
}

void RunEdits::rename(const QString& runId, const QString& name) {
    apply(tr("rename"), {runId},
          [name = name.toStdString()](core::RunRecord& r) { r.name = name; });
}

void RunEdits::setNote(const QString& runId, const QString& note) {
    apply(tr("note"), {runId}, [note = note.toStdString()](core::RunRecord& r) { r.note = note; });
}

void RunEdits::setColor(const QStringList& runIds, const QString& color) {
    apply(tr("colour"), runIds,
          [color = color.toStdString()](core::RunRecord& r) { r.color = color; });
}

void RunEdits::setPinned(const QStringList& runIds, bool pinned) {
    apply(pinned ? tr("pin") : tr("unpin"), runIds,
          [pinned](core::RunRecord& r) { r.isPinned = pinned; });
}

QStringList RunEdits::moveToTrash(const QStringList& runIds) {
    QStringList movable;
    tryTo(m_view, [&] {
        for (const QString& id : runIds) {
            const auto record = m_store.run(id.toStdString());
            if (record && core::allows(record->state, core::RunAction::Trash, true))
                movable.append(id);
        }
    });
    const int64_t now = QDateTime::currentMSecsSinceEpoch();
    apply(tr("move to Trash"), movable, [now](core::RunRecord& r) { r.trashedMs = now; });
    return movable;
}

void RunEdits::restore(const QStringList& runIds) {
    apply(tr("restore"), runIds, [](core::RunRecord& r) { r.trashedMs = 0; });
}

void RunEdits::purge(const QStringList& runIds) {
    tryTo(m_view, [&] {
        for (const QString& id : runIds) {
            Q_ASSERT(!id.isEmpty()); // else the folder would be that of all runs
            if (id.isEmpty()) continue;
            m_store.removeRun(id.toStdString());
            QDir(artifactsOf(m_store, id)).removeRecursively();
        }
    });
    m_undo->clear(); // its commands may speak of runs that are gone
    Q_EMIT runsChanged(runIds);
}

int64_t RunEdits::bytesOf(const QStringList& runIds) const {
    int64_t bytes = 0;
    for (const QString& id : runIds) {
        QDirIterator files(artifactsOf(m_store, id), QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            files.next();
            bytes += files.fileInfo().size();
        }
    }
    return bytes;
}

} // namespace ui
