#include "app/cli_commands.h"

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <utility>

#include <QtCore/QFile>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include "app/progress_line.h"
#include "app/run_report.h"
#include "app/services.h"
#include "app/stop_signals.h"
#include "app/terminal_text.h"
#include "core/run/run_session.h"
#include "core/run/run_state.h"
#include "core/store/store.h"

namespace {

void print(const std::string& text) {
    std::fputs(forTerminal(text).c_str(), stdout);
}

void printAside(const std::string& text) {
    std::fputs(forTerminal(text + "\n").c_str(), stderr);
}

void printJson(const QJsonObject& json) {
    print(QJsonDocument(json).toJson(QJsonDocument::Compact).toStdString() + "\n");
}

std::string problemLines(const std::vector<core::Problem>& problems) {
    std::string lines;
    for (const core::Problem& problem : problems)
        lines += "\n  " + problem.field + ": " + problem.message;
    return lines;
}

// What reading the file found wrong stands at its default, where validating finds fault again.
bool names(const std::vector<core::Problem>& problems, const std::string& field) {
    return std::any_of(problems.begin(), problems.end(),
                       [&](const core::Problem& problem) { return problem.field == field; });
}

core::RunConfig readCheckedConfig(Services& services, const ConfigOptions& options) {
    std::vector<core::Problem> problems;
    core::RunConfig config;
    try {
        config = core::readConfig(options.path, services.catalog(), problems);
    } catch (const core::Error& error) {
        throw WrongRequest{error.what()};
    }
    for (const std::string& assignment : options.assignments)
        core::setByPath(config, services.catalog(), assignment, problems);
    if (!options.name.empty()) config.name = options.name;
    std::vector<core::Problem> warnings;
    for (const core::Problem& problem : core::validate(config, services.catalog()))
        if (!names(problems, problem.field))
            (problem.isWarning ? warnings : problems).push_back(problem);
    if (!problems.empty())
        throw WrongRequest{"The config " + options.path +
                           " cannot be used:" + problemLines(problems)};
    if (!warnings.empty()) printAside("Warning:" + problemLines(warnings));
    return config;
}

// The run with this number, else the only one with this name, else the only one whose id begins so.
core::RunRecord findRun(core::Store& store, const std::string& wanted) {
    if (wanted.empty()) throw WrongRequest{"No run is named. Give a number, a name or an id."};
    std::vector<core::RunRecord> named;
    std::vector<core::RunRecord> identified;
    for (const core::RunRecord& run : store.runs()) {
        if (std::to_string(run.number) == wanted) return run;
        if (run.name == wanted && run.trashedMs == 0) named.push_back(run);
        if (run.id.rfind(wanted, 0) == 0) identified.push_back(run);
    }
    const std::vector<core::RunRecord>& found = named.empty() ? identified : named;
    if (found.empty())
        throw WrongRequest{"There is no run " + wanted + " in " + store.folder() +
                           ". \"torchdesk-cli list\" shows what there is."};
    if (found.size() == 1) return found.front();
    std::string numbers;
    for (const core::RunRecord& run : found)
        numbers += (numbers.empty() ? "" : ", ") + std::to_string(run.number);
    throw WrongRequest{"More than one run is meant by " + wanted + ". Give a number: " + numbers +
                       "."};
}

int exitCode(core::RunState state) {
    switch (state) {
        case core::RunState::Finished:
            return kFinished;
        case core::RunState::Stopped:
        case core::RunState::Paused:
            return kStopped;
        default:
            return kFailed;
    }
}

int64_t lastEvent(core::Store& store, const std::string& runId) {
    const std::vector<core::EventRow> events = store.events(runId, 0);
    return events.empty() ? 0 : events.back().id;
}

void printWarnings(core::Store& store, const std::string& runId, int64_t afterId) {
    for (const core::EventRow& row : store.events(runId, afterId))
        if (row.event.level != core::EventLevel::Info) printAside(row.event.text);
}

bool hasRuns(const Services& services) {
    return QFile::exists(services.workspace() + "/runs.db");
}

// A workspace that cannot be used is a wrong request; one that can only be read is said to be so.
core::Store& openStore(Services& services) {
    try {
        core::Store& store = services.store();
        if (!store.warning().empty())
            std::fprintf(stderr, "Warning: %s\n", store.warning().c_str());
        return store;
    } catch (const core::Error& error) {
        throw WrongRequest{error.what()};
    }
}

// Of a workspace that is there: looking for a run must not make a folder.
core::Store& existingStore(Services& services) {
    if (!hasRuns(services))
        throw WrongRequest{"There are no runs in " + services.workspace().toStdString() +
                           ". Is --workspace right?"};
    return openStore(services);
}

void requireWritable(const core::Store& store) {
    if (store.isReadOnly()) throw WrongRequest{"Nothing can be run in " + store.folder() + "."};
}

// Trains until the end on this thread and reports.
int train(Services& services, const std::string& runId, bool asJson) {
    core::Store& store = services.store();
    const int64_t before = lastEvent(store, runId); // of earlier sessions: said then
    core::RunControl control;
    {
        const StopSignals stopSignals(control);
        ProgressLine line;
        std::mutex lineMutex; // troubles are told by two threads
        std::string trouble;
        core::LiveFeed::Listener listener;
        listener.progressed = [&](const core::Progress& progress) {
            const std::lock_guard lock(lineMutex);
            line.show(progress);
        };
        const auto say = [&](const std::string& news) {
            const std::lock_guard lock(lineMutex);
            if (std::exchange(trouble, news) == news) return; // it comes every second
            line.clear();
            std::fprintf(stderr, "%s\n", news.empty() ? "It can be written again." : news.c_str());
        };
        listener.troubled = say;
        listener.recovered = [&] { say({}); };
        core::runSession(store, services.catalog(), services.engine(), runId, control, listener);
    }
    printWarnings(store, runId, before);
    if (services.engine().isLoaded()) {
        const std::string warning = services.engine().engine().info().warning;
        if (!warning.empty()) printAside(warning);
    }
    const core::RunRecord run = store.run(runId).value();
    asJson ? printJson(runJson(store, run)) : print(runSummary(store, run));
    return exitCode(run.state);
}

} // namespace

int runCommand(Services& services, const ConfigOptions& options, bool asJson) {
    const core::RunConfig config = readCheckedConfig(services, options);
    core::Store& store = openStore(services);
    requireWritable(store);
    return train(services, core::createRun(store, config).id, asJson);
}

int resumeCommand(Services& services, const std::string& wanted, bool asJson) {
    core::Store& store = existingStore(services);
    requireWritable(store);
    core::recoverInterrupted(store);
    const core::RunRecord run = findRun(store, wanted);
    const std::string name = run.name + " (run " + std::to_string(run.number) + ")";
    if (run.trashedMs != 0)
        throw WrongRequest{name + " is in the trash. Take it out before it is resumed."};
    if (core::isActive(run.state))
        throw WrongRequest{name + " is running in process " + std::to_string(run.pid) + " on " +
                           run.host + "."};
    if (run.state == core::RunState::Finished)
        throw WrongRequest{name + " is finished, so there is nothing to resume."};
    return train(services, run.id, asJson);
}

int listCommand(Services& services) {
    if (!hasRuns(services)) {
        print("No runs in " + services.workspace().toStdString() + " yet.\n");
        return kFinished;
    }
    core::Store& store = openStore(services);
    core::recoverInterrupted(store);
    print(runTable(store));
    return kFinished;
}

int showCommand(Services& services, const std::string& wanted, bool asJson) {
    core::Store& store = existingStore(services);
    core::recoverInterrupted(store);
    const core::RunRecord run = findRun(store, wanted);
    if (asJson)
        printJson(runJson(store, run));
    else
        print(runDetails(store, services.catalog(), run));
    return kFinished;
}

int modelsCommand(Services& services) {
    core::Engine& engine = services.engine().engine();
    for (const core::ComponentInfo* model : services.catalog().ofKind(core::ComponentKind::Model)) {
        const std::string reason = engine.checkPlugin(model->pluginPath);
        print(model->id + ": " + (reason.empty() ? "OK" : reason) + "\n  " + model->label + ", " +
              model->pluginPath + "\n");
    }
    for (const core::PluginProblem& problem : services.catalog().problems())
        print(problem.path + ": " + problem.reason + "\n");
    return kFinished;
}

int describeCommand(Services& services, const ConfigOptions& options) {
    core::Job job;
    job.config = readCheckedConfig(services, options);
    job.modelPlugin =
        services.catalog().find(core::ComponentKind::Model, job.config.model.type)->pluginPath;
    job.workspace = services.workspace().toStdString();
    print(services.engine().engine().describe(job));
    return kFinished;
}
