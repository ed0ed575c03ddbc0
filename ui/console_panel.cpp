#include "ui/console_panel.h"

#include <QtGui/QFontDatabase>
#include <QtGui/QTextDocument>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QTreeView>

#include "core/store/store.h"
#include "ui/common/show_error.h"
#include "ui/common/theme.h"
#include "ui/events_model.h"

namespace ui {
namespace {

constexpr int kMostLines = 5000; // the whole log is a file in the run's folder

} // namespace

ConsolePanel::ConsolePanel(core::Store& store, QWidget* parent)
    : QTabWidget(parent),
      m_store(store),
      m_console(new QPlainTextEdit(this)),
      m_eventsView(new QTreeView(this)),
      m_events(new EventsModel(this)) {
    setDocumentMode(true);
    m_console->setObjectName(QStringLiteral("console"));
    m_console->setReadOnly(true);
    m_console->setFrameShape(QFrame::NoFrame);
    m_console->setMaximumBlockCount(kMostLines);
    m_console->document()->setDocumentMargin(kSpacing);
    m_console->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_console->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_console->setPlaceholderText(tr("The run's console appears here"));
    m_eventsView->setObjectName(QStringLiteral("events"));
    m_eventsView->setModel(m_events);
    m_eventsView->setRootIsDecorated(false);
    m_eventsView->setUniformRowHeights(true);
    m_eventsView->setFrameShape(QFrame::NoFrame);
    m_eventsView->setFont(tabularFigures(m_eventsView->font()));
    m_eventsView->header()->resizeSection(EventsModel::TimeColumn, 90);
    m_eventsView->header()->resizeSection(EventsModel::StepColumn, 90);
    m_eventsView->header()->resizeSection(EventsModel::KindColumn, 110);
    addTab(m_console, tr("Console"));
    addTab(m_eventsView, tr("Events"));
}

void ConsolePanel::setRun(const QString& runId) {
    if (runId == m_runId) return;
    m_runId = runId;
    m_lastLine = 0;
    m_console->clear();
    m_events->clear();
    readNew();
    m_eventsView->scrollToBottom();
}

void ConsolePanel::onResultsWritten(const QString& runId) {
    if (runId == m_runId) readNew();
}

void ConsolePanel::readNew() {
    if (m_runId.isEmpty()) return;
    tryTo(this, [this] {
        const std::string id = m_runId.toStdString();
        QStringList lines;
        for (const core::LogRow& row : m_store.log(id, m_lastLine)) {
            lines.append(QString::fromStdString(row.text));
            m_lastLine = row.number;
        }
        // Keeps its place while someone reads further up, by itself.
        if (!lines.isEmpty()) m_console->appendPlainText(lines.join(QLatin1Char('\n')));
        const QScrollBar* bar = m_eventsView->verticalScrollBar();
        const bool wasAtEnd = bar->value() == bar->maximum();
        m_events->append(m_store.events(id, m_events->lastId()));
        if (wasAtEnd) m_eventsView->scrollToBottom();
    });
}

} // namespace ui
