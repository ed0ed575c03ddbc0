#include "ui/runs/runs_panel.h"

#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtGui/QKeyEvent>
#include <QtGui/QUndoStack>
#include <QtWidgets/QColorDialog>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QTreeView>

#include "core/run/run_state.h"
#include "core/store/store.h"
#include "ui/common/chip.h"
#include "ui/common/format.h"
#include "ui/common/icons.h"
#include "ui/common/run_selection.h"
#include "ui/common/show_error.h"
#include "ui/common/theme.h"
#include "ui/common/toast.h"
#include "ui/runs/column_layout.h"
#include "ui/runs/run_edits.h"
#include "ui/runs/runs_delegate.h"
#include "ui/runs/runs_model.h"

namespace ui {
namespace {

constexpr int kPollMs = 1000;
constexpr int kTickedAtFirst = 10;

// Okabe and Ito's colours for people with any colour vision, less the black.
constexpr std::pair<const char*, const char*> kColors[] = {
    {"Blue", "#0072B2"}, {"Orange", "#E69F00"},   {"Green", "#009E73"},  {"Red", "#D55E00"},
    {"Pink", "#CC79A7"}, {"Sky blue", "#56B4E9"}, {"Yellow", "#F0E442"}, {"Grey", "#7F7F7F"}};

// Numbers in full, the rest as shown.
QString copyText(const QModelIndex& cell, int column) {
    const bool isPlain = column == StateColumn || column == StartedColumn;
    return cell.data(isPlain ? Qt::DisplayRole : static_cast<int>(RunsModel::SortRole)).toString();
}

QString runsText(qsizetype count) {
    return count == 1 ? RunsPanel::tr("1 run") : RunsPanel::tr("%1 runs").arg(count);
}

} // namespace

RunsPanel::RunsPanel(core::Store& store, const core::Catalog& catalog, RunSelection& selection,
                     QWidget* parent)
    : QWidget(parent),
      m_store(store),
      m_selection(selection),
      m_model(new RunsModel(store, catalog, selection, this)),
      m_proxy(new RunsProxy(m_model, this)),
      m_edits(new RunEdits(store, this)) {
    createSearch();
    createChips();
    createView();
    createFooter();
    createRowActions();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, kHalfSpacing, 0, 0);
    layout->setSpacing(kHalfSpacing);
    auto* searchRow = new QHBoxLayout;
    searchRow->setContentsMargins(kSpacing, 0, kSpacing, 0);
    searchRow->setSpacing(kHalfSpacing);
    searchRow->addWidget(m_search);
    searchRow->addWidget(m_columnsButton);
    layout->addLayout(searchRow);
    layout->addWidget(m_chipRow);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_footer);
    connectModel();
    refresh();
    m_columns->apply();
    tickNewest();
    selectCurrent();
    updateRowActions();
}

void RunsPanel::createSearch() {
    m_search = new QLineEdit(this);
    m_search->setObjectName(QStringLiteral("runSearch"));
    m_search->setPlaceholderText(tr("Search runs"));
    m_search->setAccessibleName(tr("Search runs"));
    m_search->setToolTip(tr("Words in name, note, model or state (Ctrl+F)"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_search->installEventFilter(this);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_proxy->setSearch(text);
        updateFooter();
    });
    m_columnsButton = new QToolButton(this);
    m_columnsButton->setIcon(icon(QStringLiteral("columns")));
    m_columnsButton->setToolTip(tr("Choose columns"));
    m_columnsButton->setAccessibleName(tr("Choose columns"));
    m_columnsButton->setAutoRaise(true);
    m_columnsButton->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_columnsButton);
    menu->setToolTipsVisible(true);
    m_columnsButton->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        m_columns->fillMenu(*menu);
    });
}

void RunsPanel::createChips() {
    m_chipRow = new QWidget(this);
    auto* layout = new QHBoxLayout(m_chipRow);
    layout->setContentsMargins(kSpacing, 0, kSpacing, kHalfSpacing);
    layout->setSpacing(kHalfSpacing);
    const std::pair<RunsProxy::Chip, QString> chips[] = {{RunsProxy::Running, tr("Running")},
                                                         {RunsProxy::Finished, tr("Finished")},
                                                         {RunsProxy::Failed, tr("Failed")},
                                                         {RunsProxy::Pinned, tr("Pinned")},
                                                         {RunsProxy::Trash, tr("Trash")}};
    for (const auto& [flag, text] : chips) {
        auto* chip = new Chip(text, m_chipRow);
        chip->setObjectName(QStringLiteral("chip%1").arg(text));
        layout->addWidget(chip);
        m_chips.append(chip);
        connect(chip, &Chip::toggled, this, [this, flag = flag](bool on) {
            RunsProxy::Chips wanted = m_proxy->chips();
            wanted.setFlag(flag, on);
            m_proxy->setChips(wanted);
            updateFooter();
            updateRowActions();
        });
    }
    layout->addStretch();
}

void RunsPanel::createView() {
    m_view = new QTreeView(this);
    m_view->setObjectName(QStringLiteral("runs"));
    m_view->setAccessibleName(tr("Runs"));
    m_view->setModel(m_proxy);
    auto* delegate = new RunsDelegate(*m_model, m_view);
    m_view->setItemDelegate(delegate);
    m_view->setRootIsDecorated(false);
    m_view->setUniformRowHeights(true);
    m_view->setAllColumnsShowFocus(true);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setFont(tabularFigures(m_view->font()));
    m_view->setMouseTracking(true);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(-1, Qt::AscendingOrder); // newest first, as the store gives them
    setFocusProxy(m_view);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->installEventFilter(this);
    QHeaderView* header = m_view->header();
    header->setSectionsMovable(true);
    header->setMinimumSectionSize(24);
    header->setStretchLastSection(false);
    m_columns = new ColumnLayout(*m_model, *header);
    m_empty = new QLabel(m_view->viewport());
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    connect(m_empty, &QLabel::linkActivated, this, &RunsPanel::clearFilter);
    connect(delegate, &RunsDelegate::pinClicked, this, [this](const QString& id) {
        const int at = m_model->indexOf(id);
        if (at >= 0) m_edits->setPinned({id}, !m_model->row(at).record.isPinned);
    });
    connect(m_view, &QWidget::customContextMenuRequested, this, &RunsPanel::showContextMenu);
    connect(m_view, &QTreeView::doubleClicked, this, [this](const QModelIndex& index) {
        Q_EMIT opened(m_model->row(m_proxy->mapToSource(index).row()).id);
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &RunsPanel::updateRowActions);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& now) {
                if (now.isValid())
                    m_selection.setCurrent(m_model->row(m_proxy->mapToSource(now).row()).id);
            });
}

void RunsPanel::createFooter() {
    m_footer = new QWidget(this);
    auto* layout = new QHBoxLayout(m_footer);
    layout->setContentsMargins(kSpacing, 2, kSpacing, kHalfSpacing);
    m_count = new QLabel(m_footer);
    m_count->setObjectName(QStringLiteral("runCount"));
    m_more = new QPushButton(tr("Show more"), m_footer);
    m_more->setToolTip(tr("Plot the next ten runs of the list"));
    m_emptyTrash = new QPushButton(tr("Empty Trash…"), m_footer);
    m_emptyTrash->setObjectName(QStringLiteral("emptyTrash"));
    layout->addWidget(m_count, 1);
    layout->addWidget(m_more);
    layout->addWidget(m_emptyTrash);
    connect(m_more, &QPushButton::clicked, this, [this] {
        QStringList ticked = m_selection.visible();
        for (int i = 0, added = 0; i < m_proxy->rowCount() && added < kTickedAtFirst; ++i) {
            const RunRow& row = m_model->row(m_proxy->mapToSource(m_proxy->index(i, 0)).row());
            if (ticked.contains(row.id)) continue;
            ticked.append(row.id);
            ++added;
        }
        m_selection.setVisibleRuns(ticked);
    });
    connect(m_emptyTrash, &QPushButton::clicked, this, &RunsPanel::emptyTrash);
}

void RunsPanel::createRowActions() {
    const auto add = [this](const QString& name, const QString& text, const QString& iconName,
                            const QKeySequence& keys, auto slot) {
        auto* action = new QAction(text, this);
        action->setObjectName(name);
        if (!iconName.isEmpty()) action->setIcon(icon(iconName));
        action->setShortcut(keys);
        // Single letters must stay letters in text fields.
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, slot);
        m_view->addAction(action);
        m_rowActions.append(action);
        return action;
    };
    m_tick = add(QStringLiteral("tick"), tr("Plot"), QStringLiteral("visible"),
                 QKeySequence(Qt::Key_Space), &RunsPanel::toggleTicks);
    m_pin = add(QStringLiteral("pinRun"), tr("Pin"), QStringLiteral("pin"), QKeySequence(Qt::Key_P),
                &RunsPanel::togglePins);
    m_rename = add(QStringLiteral("rename"), tr("Rename"), QStringLiteral("rename"),
                   QKeySequence(Qt::Key_F2), &RunsPanel::renameCurrent);
    m_note = add(QStringLiteral("note"), tr("Note…"), QStringLiteral("note"), {},
                 [this] { Q_EMIT noteRequested(m_selection.current()); });
    m_copy = add(QStringLiteral("copyRows"), tr("Copy"), QStringLiteral("copy"), QKeySequence::Copy,
                 &RunsPanel::copySelected);
    m_trash = add(QStringLiteral("trash"), tr("Move to Trash"), QStringLiteral("trash"),
                  QKeySequence::Delete, &RunsPanel::trashSelected);
    m_restore = add(QStringLiteral("restore"), tr("Restore"), QStringLiteral("undo"), {},
                    &RunsPanel::restoreSelected);
}

void RunsPanel::connectModel() {
    connect(m_model, &RunsModel::changed, this, &RunsPanel::updateFooter);
    connect(m_model, &QAbstractItemModel::columnsInserted, this, [this] { m_columns->apply(); });
    connect(m_model, &RunsModel::renameRequested, m_edits, &RunEdits::rename, Qt::QueuedConnection);
    connect(m_edits, &RunEdits::runsChanged, this, [this](const QStringList& ids) {
        refresh();
        Q_EMIT runsEdited(ids);
    });
    connect(&m_selection, &RunSelection::visibleChanged, this, &RunsPanel::updateFooter);
    connect(&m_selection, &RunSelection::currentChanged, this, &RunsPanel::selectCurrent);
    connect(&m_poll, &QTimer::timeout, this, &RunsPanel::lookForOthers);
    m_poll.start(kPollMs);
    // Configs are parsed when the window is on the screen.
    QTimer::singleShot(0, this, [this] { m_model->updateParamColumns(); });
}

void RunsPanel::refresh() {
    tryTo(this, [this] {
        m_model->refresh();
        m_dataVersion = m_store.dataVersion();
    });
}

void RunsPanel::lookForOthers() {
    tryTo(this, [this] {
        if (m_store.dataVersion() != m_dataVersion) refresh();
    });
    m_view->viewport()->update(); // "3 min ago"
}

void RunsPanel::tickNewest() {
    QStringList active;
    QStringList others;
    for (int i = 0; i < m_model->rowCount(); ++i) {
        const RunRow& row = m_model->row(i);
        if (row.isTrashed() || row.record.startedMs == 0) continue;
        (core::isActive(row.record.state) ? active : others).append(row.id);
    }
    m_selection.setVisibleRuns((active + others).mid(0, kTickedAtFirst));
    if (m_selection.current().isEmpty() && m_proxy->rowCount() > 0)
        m_selection.setCurrent(m_model->row(m_proxy->mapToSource(m_proxy->index(0, 0)).row()).id);
}

void RunsPanel::updateFooter() {
    const bool isTrash = m_proxy->chips().testFlag(RunsProxy::Trash);
    int ticked = 0;
    int all = 0;
    for (int i = 0; i < m_model->rowCount(); ++i) {
        const RunRow& row = m_model->row(i);
        if (row.isTrashed() != isTrash) continue;
        ++all;
        if (m_selection.isVisible(row.id)) ++ticked;
    }
    const int listed = m_proxy->rowCount();
    m_footer->setVisible(all > 0 || isTrash);
    QString text = isTrash ? tr("%1 in the Trash").arg(runsText(all))
                           : tr("%1 of %2 shown").arg(ticked).arg(all);
    if (m_proxy->isFiltering() && !isTrash) text += tr(" · %1 listed").arg(listed);
    m_count->setText(text);
    m_more->setVisible(!isTrash && listed > 0 && ticked < all);
    m_emptyTrash->setVisible(isTrash && all > 0);
    const bool isEmpty = listed == 0;
    m_empty->setVisible(isEmpty);
    if (!isEmpty) return;
    if (isTrash)
        m_empty->setText(tr("The Trash is empty"));
    else if (m_proxy->isFiltering())
        m_empty->setText(tr("0 of %1 — <a href='#'>Clear filter</a>").arg(all));
    else
        m_empty->setText(tr("No runs yet"));
    m_empty->setGeometry(m_view->viewport()->rect().adjusted(kSpacing, 0, -kSpacing, 0));
}

QStringList RunsPanel::selectedRuns() const {
    QStringList ids;
    for (const QModelIndex& index : m_view->selectionModel()->selectedRows())
        ids.append(m_model->row(m_proxy->mapToSource(index).row()).id);
    return ids;
}

void RunsPanel::updateRowActions() {
    const QStringList ids = selectedRuns();
    const bool isTrash = m_proxy->chips().testFlag(RunsProxy::Trash);
    bool canTrash = false;
    bool allPinned = !ids.isEmpty();
    for (const QString& id : ids) {
        const core::RunRecord& record = m_model->row(m_model->indexOf(id)).record;
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

void RunsPanel::selectCurrent() {
    const int at = m_model->indexOf(m_selection.current());
    if (at < 0) return;
    const QModelIndex index = m_proxy->mapFromSource(m_model->index(at, NameColumn));
    if (!index.isValid() || m_view->currentIndex().row() == index.row()) return;
    m_view->setCurrentIndex(index);
}

void RunsPanel::clearFilter() {
    m_search->clear();
    for (Chip* chip : m_chips)
        chip->setChecked(false);
}

void RunsPanel::focusSearch() {
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

bool RunsPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape && m_proxy->isFiltering()) {
        clearFilter();
        return true;
    }
    if (watched == m_view && event->type() == QEvent::Resize)
        m_empty->setGeometry(m_view->viewport()->rect().adjusted(kSpacing, 0, -kSpacing, 0));
    return QWidget::eventFilter(watched, event);
}

void RunsPanel::setLifecycleActions(const QList<QAction*>& actions) {
    m_lifecycle = actions;
}

void RunsPanel::showContextMenu(const QPoint& at) {
    if (!m_view->indexAt(at).isValid()) return;
    QMenu menu(this);
    if (m_proxy->chips().testFlag(RunsProxy::Trash)) {
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
    menu.exec(m_view->viewport()->mapToGlobal(at));
}

void RunsPanel::addColorMenu(QMenu& menu) {
    QMenu* colors = menu.addMenu(icon(QStringLiteral("color")), tr("Colour"));
    for (const auto& [name, value] : kColors) {
        QPixmap swatch(16, 16);
        swatch.fill(QColor(QLatin1String(value)));
        colors->addAction(QIcon(swatch), tr(name), this, [this, value = QLatin1String(value)] {
            m_edits->setColor(selectedRuns(), value);
        });
    }
    colors->addSeparator();
    colors->addAction(tr("Other…"), this, [this] {
        const QColor chosen = QColorDialog::getColor(Qt::white, this, tr("Colour of the run"));
        if (chosen.isValid()) m_edits->setColor(selectedRuns(), chosen.name());
    });
}

void RunsPanel::toggleTicks() {
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

void RunsPanel::togglePins() {
    const QStringList ids = selectedRuns();
    const bool allPinned = std::all_of(ids.begin(), ids.end(), [&](const QString& id) {
        return m_model->row(m_model->indexOf(id)).record.isPinned;
    });
    m_edits->setPinned(ids, !allPinned);
    updateRowActions();
}

void RunsPanel::renameCurrent() {
    const QModelIndex current = m_view->currentIndex();
    if (current.isValid()) m_view->edit(current.siblingAtColumn(NameColumn));
}

void RunsPanel::trashSelected() {
    const QStringList wanted = selectedRuns();
    const QStringList moved = m_edits->moveToTrash(wanted);
    for (const QString& id : moved)
        m_selection.setVisible(id, false);
    if (moved.isEmpty() && !wanted.isEmpty())
        return showError(this, tr("A run at work cannot be moved to the Trash: stop it first."));
    if (!moved.isEmpty() && m_toast)
        m_toast->show(tr("%1 moved to Trash").arg(runsText(moved.size())), tr("Undo"),
                      [this] { m_edits->undoStack()->undo(); });
}

void RunsPanel::restoreSelected() {
    m_edits->restore(selectedRuns());
}

QStringList RunsPanel::trashedRuns() const {
    QStringList ids;
    for (int i = 0; i < m_model->rowCount(); ++i)
        if (m_model->row(i).isTrashed()) ids.append(m_model->row(i).id);
    return ids;
}

void RunsPanel::emptyTrash() {
    const QStringList ids = trashedRuns();
    QMessageBox box(QMessageBox::Warning, tr("Empty Trash"),
                    tr("Delete %1 and %2 of their files for good?")
                        .arg(runsText(ids.size()), bytesText(m_edits->bytesOf(ids))),
                    QMessageBox::Cancel, this);
    box.setInformativeText(tr("This cannot be undone."));
    QPushButton* remove = box.addButton(tr("Delete"), QMessageBox::DestructiveRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    if (box.clickedButton() == remove) m_edits->purge(ids);
}

void RunsPanel::copySelected() {
    QStringList lines;
    QStringList cells;
    QList<int> columns;
    for (int visual = 0; visual < m_model->columnCount(); ++visual) {
        const int column = m_view->header()->logicalIndex(visual);
        if (column >= StateColumn && !m_view->isColumnHidden(column)) columns.append(column);
    }
    for (int column : columns)
        cells.append(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    lines.append(cells.join(QLatin1Char('\t')));
    for (const QModelIndex& index : m_view->selectionModel()->selectedRows()) {
        cells.clear();
        for (int column : columns)
            cells.append(copyText(index.siblingAtColumn(column), column));
        lines.append(cells.join(QLatin1Char('\t')));
    }
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

} // namespace ui
