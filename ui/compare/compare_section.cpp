#include "ui/compare/compare_section.h"

#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolButton>

#include <algorithm>

#include "ui/common/icons.h"
#include "ui/common/theme.h"
#include "ui/compare/compare_delegate.h"
#include "ui/compare/compare_header.h"
#include "ui/compare/table_text.h"

namespace ui {
namespace {

constexpr int kRowHeight = 26;
constexpr int kFirstColumn = 150;
constexpr int kNarrowest = 110;
constexpr int kWidest = 320;

} // namespace

CompareSection::CompareSection(const QString& title, QAbstractItemModel& model, QWidget* parent)
    : QWidget(parent), m_model(model) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kSpacing, 0, kSpacing, 0);
    layout->setSpacing(kHalfSpacing);
    createHeading(title);
    createTable();
    m_empty = new QLabel(this);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_empty->setContentsMargins(kSpacing, kSpacing, kSpacing, kSpacing);
    layout->addWidget(m_empty);
    connect(&m_model, &QAbstractItemModel::modelReset, this, &CompareSection::fitTable);
    fitTable();
}

void CompareSection::createHeading(const QString& title) {
    m_heading = new QHBoxLayout;
    m_heading->setSpacing(kSpacing);
    auto* name = new QLabel(title, this);
    QFont bold = name->font();
    bold.setBold(true);
    name->setFont(bold);
    m_remark = new QLabel(this);
    m_remark->setForegroundRole(QPalette::PlaceholderText);
    m_heading->addWidget(name);
    m_heading->addWidget(m_remark);
    m_heading->addStretch(1);
    addCopyButton(tr("Markdown"), &asMarkdown);
    addCopyButton(tr("CSV"), &asCsv);
    static_cast<QVBoxLayout*>(layout())->addLayout(m_heading);
}

void CompareSection::addCopyButton(const QString& format,
                                   QString (*text)(const QAbstractItemModel&)) {
    auto* button = new QToolButton(this);
    button->setIcon(icon(QStringLiteral("copy")));
    button->setText(format);
    button->setToolTip(tr("Copy the table as %1").arg(format));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true);
    connect(button, &QToolButton::clicked, this,
            [this, text] { QGuiApplication::clipboard()->setText(text(m_model)); });
    m_heading->addWidget(button);
}

void CompareSection::createTable() {
    m_table = new QTableView(this);
    m_table->setHorizontalHeader(new CompareHeader(m_table));
    m_table->setItemDelegate(new CompareDelegate(m_table));
    m_table->setModel(&m_model);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setWordWrap(false);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(kRowHeight);
    layout()->addWidget(m_table);
}

void CompareSection::addControl(QWidget* control) {
    m_heading->insertWidget(m_heading->count() - 2, control);
}

void CompareSection::setRemark(const QString& text) {
    m_remark->setText(text);
}

void CompareSection::setEmptyText(const QString& text) {
    m_empty->setText(text);
}

void CompareSection::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitTable();
}

// Columns share the width when there is room; else each has what it needs and the table scrolls.
void CompareSection::fitTable() {
    const bool isEmpty = m_model.rowCount() == 0;
    m_table->setVisible(!isEmpty);
    m_empty->setVisible(isEmpty);
    if (isEmpty || m_model.columnCount() < 2) return;
    int needed = kNarrowest;
    for (int column = 0; column < m_model.columnCount(); ++column) {
        m_table->resizeColumnToContents(column);
        if (column > 0) needed = std::max(needed, m_table->columnWidth(column));
    }
    const int room = width() - 2 * kSpacing;
    const int first =
        std::clamp(m_table->columnWidth(0), kFirstColumn, std::max(kFirstColumn, room * 2 / 5));
    const int count = m_model.columnCount() - 1;
    const int shared = std::max(0, room - first) / count;
    const int each = std::clamp(shared, std::min(needed, kWidest), kWidest);
    m_table->setColumnWidth(0, first);
    for (int column = 1; column <= count; ++column)
        m_table->setColumnWidth(column, each);
    const int whole = first + each * count;
    const int bar = whole > room ? m_table->horizontalScrollBar()->sizeHint().height() : 0;
    m_table->setMaximumWidth(whole);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() +
                            m_model.rowCount() * kRowHeight + bar);
}

} // namespace ui
