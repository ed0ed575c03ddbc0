#include "ui/runs/run_row_actions.h"

#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtGui/QUndoStack>
#include <QtWidgets/QColorDialog>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QMenu>
#include <QtWidgets/QTreeView>

#include <algorithm>

#include "core/run/run_state.h"
#include "ui/common/icons.h"
#include "ui/common/run_selection.h"
#include "ui/common/show_error.h"
#include "ui/common/toast.h"
#include "ui/runs/run_edits.h"
#include "ui/runs/runs_model.h"
#include "ui/runs/runs_proxy.h"

namespace ui {
namespace {

// Okabe and Ito's colours for people with any colour vision, less the black.
constexpr std::pair<const char*, const char*> kColors[] = {
    {"Blue", "#0072B2"}, {"Orange", "#E69F00"},   {"Green", "#009E73"},  {"Red", "#D55E00"},
    {"Pink", "#CC79A7"}, {"Sky blue", "#56B4E9"}, {"Yellow", "#F0E442"}, {"Grey", "#7F7F7F"}};

// Numbers in full, the rest as shown.
QString copyText(const QModelIndex& cell, int column) {
    const bool isPlain = column == StateColumn || column == StartedColumn;
    return cell.data(isPlain ? Qt::DisplayRole : static_cast<int>(RunsModel::SortRole)).toString();
}

} // namespace

QString runCountText(qsizetype count) {
    return count == 1 ? RunRowActions::tr("1 run") : RunRowActions::tr("%1 runs").arg(count);
}

RunRowActions::RunRowActions(QTreeView* view, RunsModel& model, RunsProxy& proxy, RunEdits& edits,
                             RunSelection& selection)
    : QObject(view),
      m_view(*view),
      m_model(model),
      m_proxy(proxy),
      m_edits(edits),
      m_selection(selection) {
    create();
    view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(view, &QWidget::customContextMenuRequested, this, &RunRowActions::showContextMenu);
    connect(view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &RunRowActions::update);
    update();
}

void RunRowActions::create() {
    const auto add = [this](const QString& name, const QString& text, const QString& iconName,
                            const QKeySequence& keys, auto slot) {
        auto* action = new QAction(text, this);
        action->setObjectName(name);
        if (!iconName.isEmpty()) action->setIcon(icon(iconName));
        action->setShortcut(keys);
        // Single letters must stay letters in text fields.
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, slot);
        m_view.addAction(action);
        m_actions.append(action);
        return action;
    };
    m_tick = add(QStringLiteral("tick"), tr("Plot"), QStringLiteral("visible"),
                 QKeySequence(Qt::Key_Space), &RunRowActions::toggleTicks);
    m_pin = add(QStringLiteral("pinRun"), tr("Pin"), QStringLiteral("pin"), QKeySequence(Qt::Key_P),
                &RunRowActions::togglePins);
    m_rename = add(QStringLiteral("rename"), tr("Rename"), QStringLiteral("rename"),
                   QKeySequence(Qt::Key_F2), &RunRowActions::rename);
    m_note = add(QStringLiteral("note"), tr("Note…"), QStringLiteral("note"), {},
                 [this] { Q_EMIT noteRequested(m_selection.current()); });
    m_copy = add(QStringLiteral("copyRows"), tr("Copy"), QStringLiteral("copy"), QKeySequence::Copy,
                 &RunRowActions::copy);
    m_trash = add(QStringLiteral("trash"), tr("Move to Trash"), QStringLiteral("trash"),
                  QKeySequence::Delete, &RunRowActions::moveToTrash);
    m_restore = add(QStringLiteral("restore"), tr("Restore"), QStringLiteral("undo"), {},
                    &RunRowActions::restore);
}

QStringList RunRowActions::selectedRuns() const {
    QStringList ids;
    for (const QModelIndex& index : m_view.selectionModel()->selectedRows())
        ids.append(m_model.row(m_proxy.mapToSource(index).row()).id);
    return ids;
}

void RunRowActions::update() {
    const QStringList ids = selectedRuns();
    const bool isTrash = m_proxy.chips().testFlag(RunsProxy::Trash);
    bool canTrash = false;
    bool allPinned = !ids.isEmpty();
    for (const QString& id : ids) {
        const core::RunRecord& record = m_model.row(m_model.indexOf(id)).record;
        canTrash |= core::allows(record.state, core::RunAction::Trash, true);
        allPinned &= record.isPinned;
    }
    for (QAction* action : {m_tick, m_pin, m_copy})
        action->setEnabled(!ids.isEmpty());
    m_pin->setText(allPinned ? tr("Unpin") : tr("Pin"));
    m_rename->setEnabled(ids.size() == 1);
    m_note->setEnabled(ids.size() == 1);
    m_trash->setEnabled(canTrash && !isTrash);
    m_restore->setEnabled(isTrash && !ids.isEmpty());
}

void RunRowActions::showContextMenu(const QPoint& at) {
    if (!m_view.indexAt(at).isValid()) return;
    QMenu menu(&m_view);
    if (m_proxy.chips().testFlag(RunsProxy::Trash)) {
        menu.addAction(m_restore);
        menu.addAction(m_copy);
    } else {
        menu.addActions(m_lifecycle);
        menu.addSeparator();
        menu.addActions({m_tick, m_pin, m_rename, m_note});
        addColorMenu(menu);
        menu.addSeparator();
        menu.addActions({m_copy, m_trash});
    }
    menu.exec(m_view.viewport()->mapToGlobal(at));
}

void RunRowActions::addColorMenu(QMenu& menu) {
    QMenu* colors = menu.addMenu(icon(QStringLiteral("color")), tr("Colour"));
    for (const auto& [name, value] : kColors) {
        QPixmap swatch(16, 16);
        swatch.fill(QColor(QLatin1String(value)));
        colors->addAction(QIcon(swatch), tr(name), this, [this, value = QLatin1String(value)] {
            m_edits.setColor(selectedRuns(), value);
        });
    }
    colors->addSeparator();
    colors->addAction(tr("Other…"), this, [this] {
        const QColor chosen = QColorDialog::getColor(Qt::white, &m_view, tr("Colour of the run"));
        if (chosen.isValid()) m_edits.setColor(selectedRuns(), chosen.name());
    });
}

void RunRowActions::toggleTicks() {
    const QStringList ids = selectedRuns();
    QStringList visible = m_selection.visible();
    const bool allTicked = std::all_of(ids.begin(), ids.end(),
                                       [&](const QString& id) { return visible.contains(id); });
    for (const QString& id : ids) {
        visible.removeOne(id);
        if (!allTicked) visible.append(id);
    }
    m_selection.setVisibleRuns(visible);
}

void RunRowActions::togglePins() {
    const QStringList ids = selectedRuns();
    const bool allPinned = std::all_of(ids.begin(), ids.end(), [&](const QString& id) {
        return m_model.row(m_model.indexOf(id)).record.isPinned;
    });
    m_edits.setPinned(ids, !allPinned);
    update();
}

void RunRowActions::rename() {
    const QModelIndex current = m_view.currentIndex();
    if (current.isValid()) m_view.edit(current.siblingAtColumn(NameColumn));
}

void RunRowActions::moveToTrash() {
    const QStringList wanted = selectedRuns();
    const QStringList moved = m_edits.moveToTrash(wanted);
    for (const QString& id : moved)
        m_selection.setVisible(id, false);
    if (moved.isEmpty() && !wanted.isEmpty())
        return showError(&m_view, tr("A run at work cannot be moved to the Trash: stop it first."));
    if (!moved.isEmpty() && m_toast)
        m_toast->show(tr("%1 moved to Trash").arg(runCountText(moved.size())), tr("Undo"),
                      [this] { m_edits.undoStack()->undo(); });
}

void RunRowActions::restore() {
    m_edits.restore(selectedRuns());
}

void RunRowActions::copy() {
    QStringList lines;
    QStringList cells;
    QList<int> columns;
    for (int visual = 0; visual < m_model.columnCount(); ++visual) {
        const int column = m_view.header()->logicalIndex(visual);
        if (column >= StateColumn && !m_view.isColumnHidden(column)) columns.append(column);
    }
    for (int column : columns)
        cells.append(m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    lines.append(cells.join(QLatin1Char('\t')));
    for (const QModelIndex& index : m_view.selectionModel()->selectedRows()) {
        cells.clear();
        for (int column : columns)
            cells.append(copyText(index.siblingAtColumn(column), column));
        lines.append(cells.join(QLatin1Char('\t')));
    }
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

} // namespace ui
