// What a run's row has from its config, and which checkpoint a run goes on from.
#include <algorithm>
#include <set>

#include <QtCore/QCryptographicHash>
#include <QtCore/QFile>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include "core/run/run_session.h"
#include "core/store/store.h"
#include "core/summary/default_monitor.h"

namespace core {
namespace {

std::string monitoredMetric(const RunConfig& config) {
    for (const Component& callback : config.callbacks) {
        const ParamSpec* spec = callback.params.find("monitor");
        if (!spec) continue;
        const std::string metric = toText(callback.params.value("monitor"));
        if (!metric.empty()) return metric;
    }
    const ParamSpec* spec = config.data.params.find("validation");
    const bool hasValidation = !spec || toText(config.data.params.value("validation")) != "0";
    return hasValidation ? kDefaultMonitor : kMonitorWithoutValidation;
}

int64_t integerOr(const Params& params, const std::string& id, int64_t otherwise) {
    return params.find(id) ? params.integer(id) : otherwise;
}

// What is wrong with the file; empty: nothing.
std::string problemWithFile(const std::string& workspace, const CheckpointRecord& checkpoint) {
    QFile file(QString::fromStdString(workspace + "/" + checkpoint.path));
    if (!file.open(QIODevice::ReadOnly)) return "cannot be read";
    if (checkpoint.sha256.empty()) return {};
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!hash.addData(&file)) return "cannot be read";
    if (hash.result().toHex().toStdString() != checkpoint.sha256) return "is damaged";
    return {};
}

// The name, or with the first free number behind it: two runs of one name cannot be told apart in
// a legend. "digits 2" is followed by "digits 3".
std::string freeName(Store& store, const std::string& wanted) {
    std::set<std::string> taken;
    for (const RunRecord& run : store.runs())
        taken.insert(run.name);
    if (wanted.empty() || !taken.contains(wanted)) return wanted;
    const size_t end = wanted.find_last_not_of("0123456789");
    const bool isNumbered =
        end != std::string::npos && end > 0 && end + 1 < wanted.size() && wanted[end] == ' ';
    const std::string base = isNumbered ? wanted.substr(0, end) : wanted;
    int number = 2;
    while (taken.contains(base + " " + std::to_string(number)))
        ++number;
    return base + " " + std::to_string(number);
}

} // namespace

void fillFromConfig(RunRecord& run, const RunConfig& config) {
    run.configJson = QJsonDocument(toJson(config)).toJson(QJsonDocument::Compact).toStdString();
    run.configHash = configHash(config);
    run.model = config.model.type;
    run.seed = integerOr(config.run, "seed", 0);
    run.epochCount = integerOr(config.run, "epochs", 0);
    run.goalMetric = monitoredMetric(config);
    if (config.run.find("device")) run.device = config.run.text("device");
}

RunRecord createRun(Store& store, const RunConfig& config, const std::string& parentId) {
    RunRecord run;
    // On one line, and text whatever the command line gave.
    const QString name = QString::fromStdString(config.name).simplified();
    run.name = freeName(store, name.toStdString());
    run.parentId = parentId;
    fillFromConfig(run, config);
    return store.insertRun(run);
}

RunConfig configOf(const RunRecord& run, const Catalog& catalog, std::vector<Problem>& problems) {
    const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(run.configJson));
    RunConfig config = configFromJson(document.object(), catalog, "/", problems);
    config.name = run.name;
    return config;
}

void addEpochs(Store& store, const Catalog& catalog, const std::string& runId, int64_t epochs) {
    store.updateRun(runId, [&](RunRecord& run) {
        std::vector<Problem> problems;
        RunConfig config = configOf(run, catalog, problems);
        if (!problems.empty())
            throw Error("Cannot train " + run.name + " on: " + problems[0].field + " " +
                        problems[0].message);
        config.run.set("epochs", config.run.integer("epochs") + epochs);
        fillFromConfig(run, config);
    });
}

std::optional<CheckpointRecord> usableCheckpoint(Store& store, const std::string& runId,
                                                 std::vector<std::string>& warnings) {
    auto checkpoints = store.checkpoints(runId);
    for (auto newest = checkpoints.rbegin(); newest != checkpoints.rend(); ++newest) {
        const std::string problem = problemWithFile(store.folder(), *newest);
        if (problem.empty()) return *newest;
        warnings.push_back("The checkpoint of step " + std::to_string(newest->step) + ", " +
                           newest->path + ", " + problem + ". The one before is taken.");
    }
    return std::nullopt;
}

} // namespace core
