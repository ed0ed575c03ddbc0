#include "ui/details/run_details.h"

#include <QtCore/QDateTime>
#include <QtCore/QEvent>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QVBoxLayout>

#include <cmath>

#include "core/run/catalog.h"
#include "core/run/run_config.h"
#include "core/run/run_reason.h"
#include "core/store/store.h"
#include "ui/common/format.h"
#include "ui/common/icons.h"
#include "ui/common/section.h"
#include "ui/common/show_error.h"
#include "ui/common/theme.h"
#include "ui/details/error_card.h"
#include "ui/details/parameter_table.h"
#include "ui/details/phase_shares.h"
#include "ui/runs/run_state_look.h"

namespace ui {
namespace {

QLabel* createTable(QWidget* parent, const char* name) {
    auto* label = new QLabel(parent);
    label->setObjectName(QLatin1String(name));
    label->setTextFormat(Qt::RichText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setFont(tabularFigures(label->font()));
    return label;
}

struct Figure {
    QString label;
    QString value;
};

QString outOf(int64_t done, int64_t all) {
    return all > 0 ? RunDetails::tr("%1 of %2").arg(countText(done), countText(all))
                   : countText(done);
}

// What there is to say about the run in numbers.
std::vector<Figure> figuresOf(const core::RunRecord& run,
                              const std::vector<core::MetricRecord>& metrics) {
    const auto tr = [](const char* text) { return RunDetails::tr(text); };
    std::vector<Figure> figures;
    if (run.startedMs > 0) figures.push_back({tr("Started"), absoluteTimeText(run.startedMs)});
    if (run.seconds > 0) figures.push_back({tr("Duration"), durationText(run.seconds)});
    if (run.epochCount > 0) figures.push_back({tr("Epochs"), outOf(run.epoch, run.epochCount)});
    if (run.step > 0) figures.push_back({tr("Steps"), outOf(run.step, run.totalSteps)});
    for (const core::MetricRecord& metric : metrics)
        if (metric.best())
            figures.push_back({tr("Best %1").arg(QString::fromStdString(metric.tag)),
                               tr("%1 at step %2")
                                   .arg(numberText(*metric.best()), countText(metric.bestStep()))});
    if (!run.device.empty()) figures.push_back({tr("Device"), QString::fromStdString(run.device)});
    if (run.threads > 0) figures.push_back({tr("Threads"), QString::number(run.threads)});
    return figures;
}

} // namespace

RunDetails::RunDetails(core::Store& store, const core::Catalog& catalog, QWidget* parent)
    : QWidget(parent), m_store(store), m_catalog(catalog) {
    createContent();
}

void RunDetails::createContent() {
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(12, kSpacing, 12, 12);
    column->setSpacing(kSpacing);
    m_name = new QLabel(content);
    m_name->setObjectName(QStringLiteral("detailsName"));
    m_name->setWordWrap(true);
    m_name->setTextFormat(Qt::PlainText);
    QFont large = m_name->font();
    large.setPointSizeF(large.pointSizeF() * 1.25);
    large.setBold(true);
    m_name->setFont(large);
    auto* stateRow = new QHBoxLayout;
    stateRow->setSpacing(6);
    m_stateIcon = new QLabel(content);
    m_state = new QLabel(content);
    m_state->setObjectName(QStringLiteral("detailsState"));
    stateRow->addWidget(m_stateIcon);
    stateRow->addWidget(m_state, 1);
    m_reason = new QLabel(content);
    m_reason->setWordWrap(true);
    m_reason->setTextFormat(Qt::PlainText);
    m_reason->setForegroundRole(QPalette::PlaceholderText);
    m_error = new ErrorCard(m_store, content);
    m_figures = new QFormLayout;
    m_figures->setContentsMargins(0, 0, 0, 0);
    m_figures->setHorizontalSpacing(16);
    m_figures->setVerticalSpacing(kHalfSpacing);
    m_phases = new PhaseShares(content);
    m_note = new QPlainTextEdit(content);
    m_note->setObjectName(QStringLiteral("note"));
    m_note->setPlaceholderText(tr("Note: what you tried, and why"));
    m_note->setTabChangesFocus(true);
    m_note->setFixedHeight(fontMetrics().lineSpacing() * 3 + 12);
    m_note->installEventFilter(this);
    m_parameters = new Section(tr("Parameters"), content);
    m_parameterTable = createTable(m_parameters, "parameterTable");
    m_parameters->body()->addWidget(m_parameterTable);
    m_checkpoints = new Section(tr("Checkpoints"), content);
    m_checkpointTable = createTable(m_checkpoints, "checkpointTable");
    m_checkpoints->body()->addWidget(m_checkpointTable);

    column->addWidget(m_name);
    column->addLayout(stateRow);
    column->addWidget(m_reason);
    column->addWidget(m_error);
    column->addLayout(m_figures);
    column->addWidget(m_note);
    column->addWidget(m_phases);
    column->addWidget(m_parameters);
    column->addWidget(m_checkpoints);
    column->addStretch();
    m_scroll = new QScrollArea(this);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_scroll);
    connect(m_error, &ErrorCard::cloneRequested, this, [this] { Q_EMIT cloneRequested(m_runId); });
    connect(m_error, &ErrorCard::resumeRequested, this,
            [this] { Q_EMIT resumeRequested(m_runId); });
}

void RunDetails::setRun(const core::RunRecord& run) {
    const QString id = QString::fromStdString(run.id);
    const bool isOther = id != m_runId;
    if (isOther) saveNote();
    m_runId = id;
    m_run = run;
    showHead(run);
    showFigures(run);
    const QString note = QString::fromStdString(run.note);
    if (isOther || (!m_note->hasFocus() && m_note->toPlainText() != note))
        m_note->setPlainText(note);
    if (isOther || run.configJson != m_shownConfig) showParameters(run);
    showCheckpoints(run);
    if (isOther) m_scroll->ensureVisible(0, 0);
}

void RunDetails::showHead(const core::RunRecord& run) {
    const RunStateLook look = lookOf(run.state, palette());
    m_name->setText(QString::fromStdString(run.name));
    m_stateIcon->setPixmap(iconPixmap(look.iconName, look.color, 16, devicePixelRatioF()));
    m_state->setText(QStringLiteral("<span style='color:%1'>%2</span>")
                         .arg(look.color.name(), QLatin1String(core::toText(run.state))));
    const bool isFailed = run.state == core::RunState::Failed;
    m_reason->setText(QString::fromStdString(core::reasonText(run)));
    m_reason->setVisible(!isFailed && !m_reason->text().isEmpty());
    m_error->setVisible(isFailed);
    if (isFailed) tryTo(this, [&] { m_error->setRun(run); });
}

void RunDetails::addFigureRow(const QString& label, const QString& value) {
    auto* name = new QLabel(label);
    name->setForegroundRole(QPalette::PlaceholderText);
    auto* text = new QLabel(value);
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text->setFont(tabularFigures(text->font()));
    m_figures->addRow(name, text);
}

void RunDetails::showFigures(const core::RunRecord& run) {
    std::vector<core::MetricRecord> metrics;
    tryTo(this, [&] { metrics = m_store.metrics(run.id); });
    m_phases->setMetrics(metrics);
    const std::vector<Figure> figures = figuresOf(run, metrics);
    QStringList labels;
    for (const Figure& figure : figures)
        labels.append(figure.label);
    if (labels == m_figureLabels) { // the usual case while a run trains: new texts alone
        for (int i = 0; i < m_figures->rowCount(); ++i)
            if (auto* text =
                    qobject_cast<QLabel*>(m_figures->itemAt(i, QFormLayout::FieldRole)->widget()))
                text->setText(figures[static_cast<size_t>(i)].value);
        return;
    }
    m_figureLabels = labels;
    while (m_figures->rowCount() > 0)
        m_figures->removeRow(0);
    for (const Figure& figure : figures)
        addFigureRow(figure.label, figure.value);
}

void RunDetails::showParameters(const core::RunRecord& run) {
    m_shownConfig = run.configJson;
    tryTo(this, [&] {
        std::vector<core::Problem> problems; // of an older version's config: not this panel's topic
        const QByteArray json = QByteArray::fromStdString(run.configJson);
        const core::RunConfig config = core::configFromJson(QJsonDocument::fromJson(json).object(),
                                                            m_catalog, m_store.folder(), problems);
        m_parameterTable->setText(parameterTable(config, m_catalog, palette()));
    });
}

void RunDetails::showCheckpoints(const core::RunRecord& run) {
    tryTo(this, [&] {
        QString rows;
        for (const core::CheckpointRecord& checkpoint : m_store.checkpoints(run.id)) {
            const QString metric =
                std::isnan(checkpoint.metricValue) ? QString() : numberText(checkpoint.metricValue);
            rows +=
                QStringLiteral(
                    "<tr><td>%1</td><td align='right'>&nbsp;&nbsp;%2</td>"
                    "<td align='right'>&nbsp;&nbsp;%3</td><td>&nbsp;&nbsp;%4</td></tr>")
                    .arg(tr("step %1").arg(countText(checkpoint.step)), metric,
                         bytesText(checkpoint.bytes), checkpoint.isBest ? tr("best") : QString());
        }
        m_checkpointTable->setText(QStringLiteral("<table>%1</table>").arg(rows));
        m_checkpoints->setVisible(!rows.isEmpty());
    });
}

void RunDetails::focusNote() {
    m_scroll->ensureWidgetVisible(m_note);
    m_note->setFocus(Qt::OtherFocusReason);
}

void RunDetails::saveNote() {
    const QString note = m_note->toPlainText();
    if (m_runId.isEmpty() || note == QString::fromStdString(m_run.note)) return;
    m_run.note = note.toStdString();
    Q_EMIT noteEdited(m_runId, note);
}

bool RunDetails::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_note && event->type() == QEvent::FocusOut) saveNote();
    return QWidget::eventFilter(watched, event);
}

void RunDetails::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || m_runId.isEmpty()) return;
    showHead(m_run); // colours are in its texts
    showParameters(m_run);
}

} // namespace ui
