#include "ui/compare/compare_page.h"

#include <QtCore/QSettings>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QToolButton>

#include "core/error.h"
#include "ui/common/run_selection.h"
#include "ui/common/theme.h"
#include "ui/compare/compare_section.h"
#include "ui/compare/metrics_model.h"
#include "ui/compare/parameters_model.h"
#include "ui/plots/card_board.h"

#include <algorithm>

namespace ui {
namespace {

constexpr int kCurvesHeight = 250;
constexpr int kUpdateMs = 500;                      // while runs are going on
constexpr auto kBaselinesKey = "compare/baselines"; // ids of runs, of all workspaces, newest first
constexpr int kMostBaselines = 50;

bool hasSameColumns(const std::vector<ComparedRun>& a, const std::vector<ComparedRun>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const ComparedRun& x, const ComparedRun& y) {
                          return x.record.id == y.record.id && x.record.name == y.record.name &&
                                 x.record.color == y.record.color && x.config == y.config;
                      });
}

} // namespace

ComparePage::ComparePage(core::Store& store, const core::Catalog& catalog, RunSelection& selection,
                         QWidget* parent)
    : QWidget(parent),
      m_store(store),
      m_selection(selection),
      m_parameters(new ParametersModel(&catalog, this)),
      m_metrics(new MetricsModel(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_stack = new QStackedWidget(this);
    layout->addWidget(m_stack);
    auto* empty = new QLabel(tr("Select 2 or more runs"), m_stack);
    empty->setAlignment(Qt::AlignCenter);
    empty->setForegroundRole(QPalette::PlaceholderText);
    m_stack->addWidget(empty);
    m_stack->addWidget(createContent());

    m_updateTimer.setSingleShot(true);
    m_updateTimer.setInterval(kUpdateMs);
    connect(&m_updateTimer, &QTimer::timeout, this, &ComparePage::updateTables);
    connect(&m_selection, &RunSelection::visibleChanged, this, &ComparePage::onVisibleChanged);
    m_order = m_selection.visible();
    restoreBaseline();
    onVisibleChanged();
}

QWidget* ComparePage::createContent() {
    auto* scroll = new QScrollArea(m_stack);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget(scroll);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, kHalfSpacing, 0, kSpacing);
    column->setSpacing(2 * kSpacing);
    column->addWidget(createHeader(content));

    m_board = new CardBoard(m_store, m_selection, content);
    m_board->setPairsOnly(true);
    m_board->setAvailableHeight(kCurvesHeight);
    connect(m_board, &CardBoard::failed, this, &ComparePage::failed);
    column->addWidget(m_board);

    m_metricsSection = new CompareSection(tr("Metrics"), *m_metrics, content);
    m_metricsSection->setEmptyText(tr("Nothing was measured in these runs"));
    column->addWidget(m_metricsSection);
    m_parametersSection = createParameters(content);
    column->addWidget(m_parametersSection);
    column->addStretch(1);
    scroll->setWidget(content);
    return scroll;
}

QWidget* ComparePage::createHeader(QWidget* parent) {
    auto* header = new QWidget(parent);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(kSpacing, 0, kSpacing, 0);
    row->setSpacing(kSpacing);
    auto* label = new QLabel(tr("&Baseline"), header);
    m_baselineBox = new QComboBox(header);
    m_baselineBox->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    label->setBuddy(m_baselineBox);
    m_swap = new QToolButton(header);
    m_swap->setText(tr("Swap baseline"));
    m_swap->setToolTip(tr("Hold the others against the next run"));
    row->addWidget(label);
    row->addWidget(m_baselineBox);
    row->addWidget(m_swap);
    row->addStretch(1);
    connect(m_baselineBox, &QComboBox::activated, this,
            [this](int index) { setBaseline(m_baselineBox->itemData(index).toString()); });
    connect(m_swap, &QToolButton::clicked, this, &ComparePage::swapBaseline);
    return header;
}

CompareSection* ComparePage::createParameters(QWidget* parent) {
    auto* section = new CompareSection(tr("Parameters"), *m_parameters, parent);
    section->setEmptyText(tr("All parameters are the same"));
    auto* only = new QCheckBox(tr("Only differences"), section);
    only->setChecked(true);
    connect(only, &QCheckBox::toggled, m_parameters, &ParametersModel::setOnlyDifferences);
    section->addControl(only);
    return section;
}

QString ComparePage::baseline() const {
    return m_order.value(0);
}

void ComparePage::setBaseline(const QString& runId) {
    if (!m_order.contains(runId) || runId == baseline()) return;
    m_order.move(m_order.indexOf(runId), 0);
    rememberBaseline();
    updateTables();
}

void ComparePage::swapBaseline() {
    if (m_order.size() < 2) return;
    m_order.move(0, m_order.size() - 1);
    rememberBaseline();
    updateTables();
}

// The same run as when the program was closed, whatever order the list gives.
void ComparePage::restoreBaseline() {
    for (const QString& runId : QSettings().value(kBaselinesKey).toStringList()) {
        if (!m_order.contains(runId)) continue;
        m_order.move(m_order.indexOf(runId), 0);
        return;
    }
}

void ComparePage::rememberBaseline() {
    if (m_order.size() < 2) return; // nothing is compared
    QStringList runIds = QSettings().value(kBaselinesKey).toStringList();
    if (runIds.value(0) == baseline()) return;
    runIds.removeAll(baseline());
    runIds.prepend(baseline());
    QSettings().setValue(kBaselinesKey, runIds.mid(0, kMostBaselines));
}

// Those that stay keep their order, and with it the baseline.
void ComparePage::onVisibleChanged() {
    const QStringList visible = m_selection.visible();
    m_order.removeIf([&](const QString& runId) { return !visible.contains(runId); });
    for (const QString& runId : visible)
        if (!m_order.contains(runId)) m_order.append(runId);
    m_stack->setCurrentIndex(m_order.size() < 2 ? 0 : 1);
    rememberBaseline();
    m_isStale = true;
    if (isVisible()) updateTables();
}

void ComparePage::onResultsWritten(const QString& runId) {
    m_board->onResultsWritten(runId);
    if (m_order.contains(runId)) scheduleUpdate();
}

void ComparePage::onRunChanged(const QString& runId) {
    m_board->onRunChanged(runId);
    if (m_order.contains(runId)) scheduleUpdate();
}

void ComparePage::scheduleUpdate() {
    m_isStale = true;
    if (isVisible() && !m_updateTimer.isActive()) m_updateTimer.start();
}

void ComparePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_isStale) updateTables();
}

void ComparePage::updateTables() {
    if (m_order.size() < 2) return;
    std::vector<ComparedRun> runs;
    try {
        for (const QString& runId : std::as_const(m_order)) {
            std::optional<core::RunRecord> record = m_store.run(runId.toStdString());
            if (!record) continue;
            auto config = configRows(record->configJson);
            runs.push_back({*record, std::move(config), m_store.metrics(record->id)});
        }
    } catch (const core::Error& error) {
        Q_EMIT failed(QString::fromUtf8(error.what()));
        return;
    }
    m_isStale = false;
    m_metrics->setRuns(runs);
    if (hasSameColumns(runs, m_shown)) return; // a live run's table keeps its place and selection
    m_shown = runs;
    m_parameters->setRuns(runs);
    m_parametersSection->setRemark(
        tr("%1 of %2 differ").arg(m_parameters->differenceCount()).arg(m_parameters->keyCount()));
    m_baselineBox->clear();
    for (const ComparedRun& run : runs)
        m_baselineBox->addItem(QString::fromStdString(run.record.name),
                               QString::fromStdString(run.record.id));
}

} // namespace ui
