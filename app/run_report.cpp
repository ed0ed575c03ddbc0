#include "app/run_report.h"

#include <cmath>
#include <map>

#include <QtCore/QDateTime>
#include <QtCore/QJsonObject>
#include <QtCore/QLocale>

#include "app/text_table.h"
#include "core/number_text.h"
#include "core/run/run_config.h"
#include "core/run/run_reason.h"
#include "core/run/run_session.h"
#include "core/store/store.h"

namespace {

QString number(double value) {
    constexpr int kDigits = 5;
    return QString::fromStdString(core::numberText(value, kDigits));
}

QJsonValue jsonNumber(double value) {
    return std::isfinite(value) ? QJsonValue(value) : QJsonValue(number(value));
}

QString time(int64_t ms) {
    return ms == 0 ? QString("-")
                   : QDateTime::fromMSecsSinceEpoch(ms).toString("yyyy-MM-dd HH:mm:ss");
}

QString title(const core::RunRecord& run) {
    return QString("%1 (run %2): %3")
        .arg(QString::fromStdString(run.name))
        .arg(run.number)
        .arg(core::toText(run.state));
}

// "digits (run 3): Finished. All 20 epochs done"
QString titleWithReason(const core::RunRecord& run) {
    const QString state = core::toText(run.state);
    const QString words = QString::fromStdString(core::reasonText(run));
    if (words.isEmpty()) return title(run);
    if (words.startsWith(state)) return title(run) + words.mid(state.size()); // "Stopped by you"
    return title(run) + ". " + words;
}

QString shortened(const std::string& name) {
    constexpr qsizetype kMost = 40;
    const QString whole = QString::fromStdString(name);
    return whole.size() <= kMost ? whole : whole.left(kMost - 1) + QChar(0x2026);
}

QString progress(const core::RunRecord& run) {
    return QString("  %1 epochs, %2 steps in %3 s\n")
        .arg(run.epoch)
        .arg(run.step)
        .arg(QLocale::c().toString(run.seconds, 'f', 2));
}

QString metricTable(core::Store& store, const core::RunRecord& run) {
    TextTable table({"metric", "last", "best", "at step"});
    for (int column : {1, 2, 3})
        table.alignRight(column);
    const std::vector<core::MetricRecord> metrics = store.metrics(run.id);
    if (metrics.empty()) return {};
    for (const core::MetricRecord& metric : metrics) {
        const std::optional<double> best = metric.best();
        table.addRow({QString::fromStdString(metric.tag), number(metric.last),
                      best ? number(*best) : "-", best ? QString::number(metric.bestStep()) : "-"});
    }
    return table.text("  ");
}

QString configTable(const core::Catalog& catalog, const core::RunRecord& run) {
    std::vector<core::Problem> problems; // of a config of another version: what is known is shown
    TextTable table;
    for (const auto& [path, value] : core::flatten(core::configOf(run, catalog, problems)))
        table.addRow({QString::fromStdString(path), QString::fromStdString(value)});
    return table.text("  ");
}

QString checkpointTable(core::Store& store, const core::RunRecord& run) {
    TextTable table;
    const std::vector<core::CheckpointRecord> checkpoints = store.checkpoints(run.id);
    int64_t bestStep = -1; // an older one was the best when it was written
    for (const core::CheckpointRecord& checkpoint : checkpoints)
        if (checkpoint.isBest) bestStep = checkpoint.step;
    for (const core::CheckpointRecord& checkpoint : checkpoints)
        table.addRow(
            {QString("step %1").arg(checkpoint.step), QString("epoch %1").arg(checkpoint.epoch),
             QLocale::c().formattedDataSize(checkpoint.bytes),
             QString::fromStdString(checkpoint.path), checkpoint.step == bestStep ? "best" : ""});
    return table.text("  ");
}

QString eventTable(core::Store& store, const core::RunRecord& run) {
    TextTable table;
    for (const core::EventRow& row : store.events(run.id, 0))
        table.addRow({time(row.wallMs), QString("step %1").arg(row.event.step),
                      QString::fromStdString(row.event.text)});
    return table.text("  ");
}

QString section(const char* heading, const QString& lines) {
    return lines.isEmpty() ? QString() : QString("\n%1\n%2").arg(heading, lines);
}

} // namespace

QJsonObject runJson(core::Store& store, const core::RunRecord& run) {
    QJsonObject metrics;
    for (const core::MetricRecord& metric : store.metrics(run.id)) {
        const std::optional<double> best = metric.best();
        metrics[QString::fromStdString(metric.tag)] =
            QJsonObject{{"last", jsonNumber(metric.last)},
                        {"best", best ? jsonNumber(*best) : QJsonValue()},
                        {"best_step", best ? QJsonValue(qint64(metric.bestStep())) : QJsonValue()}};
    }
    return {{"run_id", QString::fromStdString(run.id)},
            {"number", qint64(run.number)},
            {"name", QString::fromStdString(run.name)},
            {"state", core::toText(run.state)},
            {"reason", QString::fromStdString(run.stateReason)},
            {"steps", qint64(run.step)},
            {"epochs", qint64(run.epoch)},
            {"seconds", jsonNumber(run.seconds)},
            {"metrics", metrics},
            {"weights_sha256", QString::fromStdString(run.weightsSha256)}};
}

std::string runSummary(core::Store& store, const core::RunRecord& run) {
    // Why it failed is on stderr already.
    const QString head = run.state == core::RunState::Failed ? title(run) : titleWithReason(run);
    return (head + '\n' + progress(run) + metricTable(store, run)).toStdString();
}

std::string runDetails(core::Store& store, const core::Catalog& catalog,
                       const core::RunRecord& run) {
    QString text = titleWithReason(run) + '\n' + progress(run);
    text += QString("  id %1\n").arg(QString::fromStdString(run.id));
    text += QString("  started %1, ended %2\n").arg(time(run.startedMs), time(run.endedMs));
    if (!run.note.empty()) text += section("Note", "  " + QString::fromStdString(run.note) + '\n');
    text += section("Metrics", metricTable(store, run));
    text += section("Hyperparameters", configTable(catalog, run));
    text += section("Checkpoints", checkpointTable(store, run));
    text += section("Events", eventTable(store, run));
    return text.toStdString();
}

std::string runTable(core::Store& store) {
    TextTable table({"run", "state", "name", "model", "epochs", "metric", "best", "created"});
    for (int column : {0, 4, 6})
        table.alignRight(column);
    std::map<std::string, double> best; // by run: of the metric that it watches
    const std::vector<core::RunRecord> runs = store.runs();
    std::map<std::string, std::string> goals;
    for (const core::RunRecord& run : runs)
        goals[run.id] = run.goalMetric;
    for (const core::MetricRecord& metric : store.allMetrics())
        if (metric.tag == goals[metric.runId])
            if (const auto value = metric.best()) best[metric.runId] = *value;
    for (const core::RunRecord& run : runs) {
        if (run.trashedMs != 0) continue;
        const auto found = best.find(run.id);
        table.addRow({QString::number(run.number), core::toText(run.state), shortened(run.name),
                      QString::fromStdString(run.model),
                      QString("%1/%2").arg(run.epoch).arg(run.epochCount),
                      QString::fromStdString(run.goalMetric),
                      found == best.end() ? "-" : number(found->second), time(run.createdMs)});
    }
    return table.text().toStdString();
}
