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

using Records = std::vector<core::RunRecord>;

bool mayTrash(const core::RunRecord& run) {
    return core::allows(run.state, core::RunAction::Trash, true);
}

// What one edit changed, of the columns a person may change: the row may have been changed
// elsewhere since. Undo and redo do not put a run at work into the trash either.
void copyEdit(const core::RunRecord& before, const core::RunRecord& after, core::RunRecord& to) {
    const auto copy = [&](auto member) {
        if (before.*member != after.*member) to.*member = after.*member;
    };
    copy(&core::RunRecord::name);
    copy(&core::RunRecord::note);
    copy(&core::RunRecord::color);
    copy(&core::RunRecord::isPinned);
    if (after.trashedMs == 0 || mayTrash(to)) copy(&core::RunRecord::trashedMs);
}

class EditCommand : public QUndoCommand {
public:
    EditCommand(const QString& text, Records before, std::function<void(core::RunRecord&)> change,
                std::function<void(const Records& before, const Records& after)> write)
        : QUndoCommand(text),
          m_before(before),
          m_after(std::move(before)),
          m_write(std::move(write)) {
        for (core::RunRecord& record : m_after)
            change(record);
    }
    void undo() override { m_write(m_after, m_before); }
    void redo() override { m_write(m_before, m_after); }

private:
    Records m_before;
    Records m_after;
    std::function<void(const Records&, const Records&)> m_write;
};

// Rows of other programs may have any id, and "" or ".." would name the folder of other files.
bool isFolderName(const QString& id) {
    return !id.isEmpty() && id != "." && id != ".." && !id.contains(QLatin1Char('/'));
}

QString artifactsOf(const core::Store& store, const QString& runId) {
    return QDir(QString::fromStdString(store.folder()))
        .filePath(QStringLiteral("artifacts/") + runId);
}

} // namespace

RunEdits::RunEdits(core::Store& store, QWidget* view)
    : QObject(view), m_store(store), m_view(view), m_undo(new QUndoStack(this)) {}

void RunEdits::apply(const QString& text, const QStringList& runIds, const Change& change) {
    tryTo(m_view, [&] {
        Records before;
        for (const QString& id : runIds)
            if (auto record = m_store.run(id.toStdString())) before.push_back(std::move(*record));
        if (before.empty()) return;
        const auto write = [this](const Records& from, const Records& to) {
            QStringList ids;
            tryTo(m_view, [&] {
                for (size_t i = 0; i < to.size(); ++i) {
                    m_store.updateRun(to[i].id,
                                      [&](core::RunRecord& r) { copyEdit(from[i], to[i], r); });
                    ids.append(QString::fromStdString(to[i].id));
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
            if (record && mayTrash(*record)) movable.append(id);
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
            const auto record = m_store.run(id.toStdString());
            if (!record || !mayTrash(*record)) continue; // another program resumed it
            m_store.removeRun(id.toStdString());
            if (isFolderName(id)) QDir(artifactsOf(m_store, id)).removeRecursively();
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
