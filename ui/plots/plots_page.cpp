#include "ui/plots/plots_page.h"

#include "ui/common/icons.h"
#include "ui/common/run_selection.h"
#include "ui/common/theme.h"
#include "ui/plots/run_legend.h"

#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QToolButton>

namespace ui {

PlotsPage::PlotsPage(const QString& workspaceFolder, core::Store& store, RunSelection& selection,
                     QWidget* parent)
    : QWidget(parent), m_selection(selection) {
    Q_ASSERT(workspaceFolder == QString::fromStdString(store.folder()));
    m_board = new CardBoard(store, selection);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(createHeader());
    m_stack = new QStackedWidget(this);
    m_scroll = new QScrollArea(m_stack);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(m_board);
    m_scroll->viewport()->installEventFilter(this);
    m_stack->addWidget(m_scroll);
    m_stack->addWidget(createEmptyState());
    layout->addWidget(m_stack, 1);

    connect(m_board, &CardBoard::cardsChanged, this, &PlotsPage::updateState);
    connect(m_board, &CardBoard::failed, this, &PlotsPage::failed);
    connect(&m_selection, &RunSelection::visibleChanged, this, &PlotsPage::updateLegend);
    connect(&m_selection, &RunSelection::currentChanged, m_legend, &RunLegend::setCurrent);
    connect(m_legend, &RunLegend::clicked, &m_selection, &RunSelection::setCurrent);
    m_legend->setCurrent(m_selection.current());
    updateLegend();
    updateState();
}

QWidget* PlotsPage::createHeader() {
    auto* header = new QWidget(this);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(kSpacing + kHalfSpacing, kHalfSpacing, kSpacing, kHalfSpacing);
    row->setSpacing(kSpacing);
    m_legend = new RunLegend(header);
    m_filter = new QLineEdit(header);
    m_filter->setPlaceholderText(tr("Filter tags  ( / )"));
    m_filter->setAccessibleName(tr("Filter tags"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setFixedWidth(fontMetrics().averageCharWidth() * 22);
    m_columns = new QComboBox(header);
    m_columns->setAccessibleName(tr("Columns"));
    m_columns->setToolTip(tr("Columns of cards"));
    m_columns->addItem(icon(QStringLiteral("columns")), tr("Auto"));
    for (int count = 1; count <= 4; ++count)
        m_columns->addItem(icon(QStringLiteral("columns")), QString::number(count));
    row->addWidget(m_legend, 1);
    row->addWidget(m_filter);
    row->addWidget(m_columns);
    connect(m_filter, &QLineEdit::textChanged, m_board, &CardBoard::setTagFilter);
    connect(m_columns, &QComboBox::currentIndexChanged, m_board, &CardBoard::setColumns);
    return header;
}

QWidget* PlotsPage::createEmptyState() {
    m_empty = new QWidget(this);
    auto* column = new QVBoxLayout(m_empty);
    m_emptyText = new QLabel(m_empty);
    m_emptyText->setForegroundRole(QPalette::PlaceholderText);
    m_emptyText->setAlignment(Qt::AlignCenter);
    m_emptyText->setWordWrap(true);
    m_clear = new QToolButton(m_empty);
    m_clear->setText(tr("Clear filter"));
    connect(m_clear, &QToolButton::clicked, m_filter, &QLineEdit::clear);
    column->addStretch(2);
    column->addWidget(m_emptyText);
    column->addWidget(m_clear, 0, Qt::AlignHCenter);
    column->addStretch(3);
    return m_empty;
}

void PlotsPage::setTagFilter(const QString& words) {
    m_filter->setText(words);
}

void PlotsPage::focusTagFilter() {
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void PlotsPage::onRunChanged(const QString& runId) {
    m_board->onRunChanged(runId);
    if (m_selection.isVisible(runId)) updateLegend();
}

void PlotsPage::updateLegend() {
    QVector<RunLegend::Item> items;
    for (const QString& runId : m_selection.visible()) {
        if (!m_board->run(runId)) continue;
        const CurveLook look = m_board->lookOf(runId, {});
        items.append({runId, look.runName, look.pen(2.5)});
    }
    m_legend->setItems(items);
}

void PlotsPage::updateState() {
    const QString text = m_board->emptyText();
    m_emptyText->setText(text);
    m_clear->setVisible(m_board->isFilteredOut());
    m_stack->setCurrentWidget(text.isEmpty() ? static_cast<QWidget*>(m_scroll) : m_empty);
}

bool PlotsPage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_scroll->viewport() && event->type() == QEvent::Resize)
        m_board->setAvailableHeight(m_scroll->viewport()->height());
    return QWidget::eventFilter(watched, event);
}

} // namespace ui
