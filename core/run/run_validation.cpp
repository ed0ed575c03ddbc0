// What is wrong with a RunConfig, field by field and between fields.
#include <algorithm>

#include <QtCore/QFileInfo>

#include "core/metric_names.h"
#include "core/run/csv_validation.h"
#include "core/run/run_config.h"
#include "core/run/run_sections.h"

namespace core {
namespace {

using Problems = std::vector<Problem>;

// A parameter that depends on another counts only while its form shows it.
bool isShown(const Params& params, const ParamSpec& spec) {
    const size_t equals = spec.dependsOn.find('=');
    if (equals == std::string::npos) return true;
    const std::string sibling = spec.dependsOn.substr(0, equals);
    if (!params.find(sibling)) return true;
    return toText(params.value(sibling)) == spec.dependsOn.substr(equals + 1);
}

std::optional<std::string> pathProblem(const std::string& path) {
    if (path.empty()) return "Choose a file.";
    const QFileInfo file(QString::fromStdString(path));
    if (!file.exists()) return "There is no file " + path + ".";
    if (file.isDir()) return path + " is a folder. Choose a file in it.";
    if (!file.isReadable()) return path + " may not be read by you.";
    return std::nullopt;
}

void checkParams(const std::string& prefix, const Params& params, Problems& problems) {
    for (const ParamSpec& spec : params.specs()) {
        if (!isShown(params, spec)) continue;
        const ParamValue& value = params.value(spec.id);
        auto problem = problemWith(spec, value);
        if (!problem && spec.type == ParamType::Path) problem = pathProblem(toText(value));
        if (problem) problems.push_back({prefix + "." + spec.id, *problem});
    }
}

void checkComponent(const Section& section, const RunConfig& config, const Catalog& catalog,
                    Problems& problems) {
    const Component& component = config.*section.member;
    const std::string field = std::string(section.key) + ".type";
    if (component.type.empty())
        problems.push_back({field, "Choose one."});
    else if (!catalog.find(section.kind, component.type))
        problems.push_back({field, "\"" + component.type + "\" is not known. " +
                                       suggestion(component.type, idsOf(catalog, section.kind))});
    checkParams(section.key, component.params, problems);
}

void checkCallbacks(const RunConfig& config, const Catalog& catalog, Problems& problems) {
    for (const Component& callback : config.callbacks) {
        const std::string field = "callbacks." + callback.type;
        if (!catalog.find(ComponentKind::Callback, callback.type))
            problems.push_back({field, "is not known."});
        checkParams(field, callback.params, problems);
    }
}

template <typename T>
std::optional<T> valueOf(const Params& params, const std::string& id) {
    if (!params.find(id)) return std::nullopt;
    const T* value = std::get_if<T>(&params.value(id));
    return value ? std::optional<T>(*value) : std::nullopt;
}

// -- between fields --

void checkWarmUp(const RunConfig& config, Problems& problems) {
    const auto warmUp = valueOf<int64_t>(config.schedule.params, "warmup_steps");
    if (!warmUp) return;
    const int64_t limit = valueOf<int64_t>(config.run, "max_steps").value_or(0);
    const int64_t length = valueOf<int64_t>(config.schedule.params, "length").value_or(0);
    if (limit > 0 && *warmUp >= limit)
        problems.push_back({"schedule.warmup_steps",
                            "must be less than the step limit, " + std::to_string(limit)});
    else if (length > 0 && *warmUp >= length)
        problems.push_back({"schedule.warmup_steps",
                            "must be less than the schedule's length, " + std::to_string(length)});
}

void checkSchedule(const RunConfig& config, Problems& problems) {
    const auto milestones = valueOf<std::vector<int64_t>>(config.schedule.params, "milestones");
    if (milestones && milestones->empty())
        problems.push_back({"schedule.milestones", "Give at least one."});
    if (config.schedule.type != "plateau") return;
    const auto patience = valueOf<int64_t>(config.schedule.params, "patience");
    for (const Component& callback : config.callbacks) {
        if (callback.type != "early_stopping") continue;
        const auto limit = valueOf<int64_t>(callback.params, "patience");
        if (patience && limit && *patience >= *limit)
            problems.push_back({"schedule.patience",
                                "is not less than that of early stopping, " +
                                    std::to_string(*limit) +
                                    ": the run may end before the learning rate is lowered",
                                true});
    }
}

void checkOptimizer(const RunConfig& config, Problems& problems) {
    const Params& params = config.optimizer.params;
    if (valueOf<bool>(params, "nesterov").value_or(false) &&
        (valueOf<double>(params, "momentum").value_or(0.0) <= 0.0 ||
         valueOf<double>(params, "dampening").value_or(0.0) != 0.0))
        problems.push_back({"optimizer.nesterov", "needs a momentum above 0 and a dampening of 0"});
    if (config.optimizer.type != "lbfgs") return;
    for (const Component& callback : config.callbacks)
        if (callback.type == "gradient_clipping")
            problems.push_back({"callbacks.gradient_clipping",
                                "does nothing: L-BFGS needs the gradients of the loss as they are",
                                true});
}

void checkLearningRate(const RunConfig& config, Problems& problems) {
    const auto rate = valueOf<double>(config.optimizer.params, "lr");
    if (!rate) return;
    if (*rate > 1.0)
        problems.push_back({"optimizer.lr", "is unusually large: training may diverge", true});
    const auto lowest = valueOf<double>(config.schedule.params, "min_lr");
    if (lowest && *lowest > *rate)
        problems.push_back({"schedule.min_lr", "must not be more than the learning rate, " +
                                                   toText(ParamValue(*rate))});
}

bool hasProblem(const Problems& problems, const std::string& field) {
    return std::any_of(problems.begin(), problems.end(),
                       [&](const Problem& problem) { return problem.field == field; });
}

// What the model has to predict, as far as it can be told without loading the data.
std::string taskOf(const RunConfig& config, const Catalog& catalog, Problems& problems) {
    if (config.data.type == "csv" && !hasProblem(problems, "data.path"))
        return checkCsv(config.data.params, problems);
    const ComponentInfo* data = catalog.find(ComponentKind::Data, config.data.type);
    return data && data->tasks.size() == 1 ? data->tasks.front() : "";
}

void checkTask(const RunConfig& config, const Catalog& catalog, Problems& problems) {
    const std::string task = taskOf(config, catalog, problems);
    const ComponentInfo* model = catalog.find(ComponentKind::Model, config.model.type);
    if (task.empty() || !model || model->tasks.empty()) return;
    if (std::find(model->tasks.begin(), model->tasks.end(), task) != model->tasks.end()) return;
    problems.push_back(
        {"model.type",
         model->label + (task == "classification"
                             ? " predicts numbers, but the target of this data is a class. Choose "
                               "another model, or a target of numbers."
                             : " tells classes apart, but the target of this data is a number. "
                               "Choose another model, or a target of classes.")});
}

void checkMonitors(const RunConfig& config, Problems& problems) {
    const auto validation = valueOf<double>(config.data.params, "validation");
    if (!validation || *validation > 0.0) return;
    const auto check = [&](const std::string& section, const Params& params) {
        const auto monitor = valueOf<std::string>(params, "monitor");
        if (monitor && monitor->ends_with("/val"))
            problems.push_back(
                {section + ".monitor", "needs validation data, but the validation part is 0"});
    };
    check("schedule", config.schedule.params);
    for (const Component& callback : config.callbacks)
        check("callbacks." + callback.type, callback.params);
}

// Whether the task of the data has them is only known when it has been read.
void checkMetrics(const RunConfig& config, Problems& problems) {
    for (const std::string& name :
         namesIn(valueOf<std::string>(config.run, "metrics").value_or("")))
        if (!findMetric(name))
            problems.push_back({"run.metrics", "There is no metric \"" + name + "\". " +
                                                   suggestion(name, metricNames())});
}

} // namespace

std::vector<Problem> validate(const RunConfig& config, const Catalog& catalog) {
    Problems problems;
    for (const Section& section : kSections)
        checkComponent(section, config, catalog, problems);
    checkCallbacks(config, catalog, problems);
    checkParams("run", config.run, problems);
    checkWarmUp(config, problems);
    checkSchedule(config, problems);
    checkOptimizer(config, problems);
    checkLearningRate(config, problems);
    checkMonitors(config, problems);
    checkMetrics(config, problems);
    checkTask(config, catalog, problems);
    return problems;
}

} // namespace core
