#include "ui/runs/runs_panel.h"

#include <QtGui/QKeyEvent>
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
#include "ui/runs/column_layout.h"
#include "ui/runs/run_edits.h"
#include "ui/runs/run_row_actions.h"
#include "ui/runs/runs_delegate.h"
#include "ui/runs/runs_model.h"

namespace ui {
namespace {

constexpr int kPollMs = 1000;
constexpr int kTickedAtFirst = 10;

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
    m_rowActions->update();
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
            m_rowActions->update();
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
    m_view->installEventFilter(this);
    QHeaderView* header = m_view->header();
    header->setSectionsMovable(true);
    header->setMinimumSectionSize(24);
    header->setStretchLastSection(false);
    m_columns = new ColumnLayout(*m_model, *header);
    m_rowActions = new RunRowActions(m_view, *m_model, *m_proxy, *m_edits, m_selection);
    connect(m_rowActions, &RunRowActions::noteRequested, this, &RunsPanel::noteRequested);
    m_empty = new QLabel(m_view->viewport());
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    connect(m_empty, &QLabel::linkActivated, this, &RunsPanel::clearFilter);
    connect(delegate, &RunsDelegate::pinClicked, this, [this](const QString& id) {
        const int at = m_model->indexOf(id);
        if (at >= 0) m_edits->setPinned({id}, !m_model->row(at).record.isPinned);
    });
    connect(m_view, &QTreeView::doubleClicked, this, [this](const QModelIndex& index) {
        Q_EMIT opened(m_model->row(m_proxy->mapToSource(index).row()).id);
    });
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
    m_more = new QPushButton(tr("Plot more"), m_footer);
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
    QString text = isTrash ? tr("%1 in the Trash").arg(runCountText(all))
                           : tr("%1 of %2 plotted").arg(ticked).arg(all);
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
                        .arg(runCountText(ids.size()), bytesText(m_edits->bytesOf(ids))),
                    QMessageBox::Cancel, this);
    box.setInformativeText(tr("This cannot be undone."));
    QPushButton* remove = box.addButton(tr("Delete"), QMessageBox::DestructiveRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    if (box.clickedButton() == remove) m_edits->purge(ids);
}

} // namespace ui
