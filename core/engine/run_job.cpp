#include "core/engine/run_job.h"

#include <algorithm>
#include <filesystem>
#include <limits>

#include "core/data/registry.h"
#include "core/engine/machine.h"
#include "core/engine/run_control_callback.h"
#include "core/metric_names.h"
#include "core/train/callback_factory.h"
#include "core/train/callbacks/checkpoint.h"
#include "core/train/callbacks/epoch_log.h"
#include "core/train/callbacks/plateau.h"
#include "core/train/callbacks/progress_reporter.h"
#include "core/train/checkpoint_file.h"
#include "core/train/guarded.h"
#include "core/train/optimizer_factory.h"
#include "core/train/schedule_factory.h"
#include "core/train/snapshot.h"
#include "core/train/trainer.h"

namespace core {
namespace {

void tellPhase(SummarySink& sink, const Job& job, const char* phase) {
    Progress progress;
    progress.phase = phase;
    progress.epochCount = job.config.run.integer("epochs");
    progress.loss = std::numeric_limits<double>::quiet_NaN();
    sink.progress(progress);
}

DataSplit loadData(const Job& job, SummarySink& sink) {
    tellPhase(sink, job, "Loading data");
    const Component& data = job.config.data;
    const auto seed = static_cast<uint64_t>(job.config.run.integer("seed"));
    DataSplit split = guarded([&] { return "Data source " + data.type; },
                              [&] { return makeData(data.type, data.params, seed); });
    if (job.resumeCheckpoint.empty()) // a resumed run has been told
        for (const std::string& note : split.notes)
            sink.event({0, EventLevel::Info, "data", note});
    return split;
}

std::shared_ptr<Model> buildModel(const Job& job, ModelFactory& factory, const DatasetInfo& info,
                                  SummarySink& sink) {
    tellPhase(sink, job, "Building model");
    const Component& config = job.config.model;
    auto model =
        guarded([&] { return "Model plugin " + config.type + " failed to make the model"; },
                [&] { return factory.create(config.params, info); });
    if (!model) throw Error("Model plugin " + config.type + " made no model");
    return model;
}

// Throws Error where the task has no such metric: asked for, it would silently be missing.
std::vector<std::string> chosenMetrics(const RunConfig& config, Task task) {
    const std::vector<std::string> names = namesIn(config.run.text("metrics"));
    for (const std::string& name : names) {
        const MetricKind* kind = findMetric(name);
        const auto known = metricNames(task);
        if (kind && std::find(known.begin(), known.end(), kind->name) != known.end()) continue;
        std::string list;
        for (const std::string& each : known)
            list += (list.empty() ? "" : ", ") + each;
        throw Error("run.metrics: this data has no metric " + name + ". It has: " + list);
    }
    return names;
}

TrainerOptions trainerOptions(const RunConfig& config, Task task, at::Device device) {
    TrainerOptions options;
    options.epochCount = config.run.integer("epochs");
    options.batchSize = config.run.integer("batch_size");
    options.accumulate = config.run.integer("accumulate");
    options.stepLimit = config.run.integer("max_steps");
    options.sampleLimit = config.run.integer("max_samples");
    options.evaluateEvery = config.run.integer("evaluate_every");
    options.sanityBatches = config.run.integer("sanity_batches");
    options.metrics = chosenMetrics(config, task);
    options.seed = static_cast<uint64_t>(config.run.integer("seed"));
    options.device = device;
    options.precision = precisionFrom(config.run.text("precision"), device);
    if (options.precision == Precision::Float16) options.lossScaling.emplace();
    options.makeOptimizer = [optimizer = config.optimizer](std::vector<at::Tensor> parameters) {
        return makeOptimizer(optimizer.type, optimizer.params, std::move(parameters));
    };
    options.schedule = makeSchedule(config.schedule.type, config.schedule.params);
    return options;
}

std::unique_ptr<Callback> makeCheckpoint(const Job& job, const Params& params) {
    return std::make_unique<Checkpoint>(Checkpoint::optionsFrom(params), job.workspace,
                                        job.artifacts + "/checkpoints");
}

JobResult resultOf(const TrainResult& trained, const Model& model) {
    JobResult result;
    result.outcome = trained.ending == Ending::Paused    ? Outcome::Paused
                     : trained.ending == Ending::Stopped ? Outcome::Stopped
                                                         : Outcome::Finished;
    result.reason = trained.reason;
    result.step = trained.step;
    result.epoch = trained.epoch;
    result.seconds = trained.seconds;
    result.weightsSha256 = weightsSha256(model);
    return result;
}

} // namespace

std::vector<std::unique_ptr<Callback>> makeCallbacks(const Job& job, RunControl& control) {
    std::vector<std::unique_ptr<Callback>> callbacks;
    callbacks.push_back(std::make_unique<RunControlCallback>(control));
    for (const Component& callback : job.config.callbacks)
        callbacks.push_back(callback.type == "checkpoint"
                                ? makeCheckpoint(job, callback.params)
                                : makeCallback(callback.type, callback.params));
    if (job.config.schedule.type == "plateau")
        callbacks.push_back(std::make_unique<Plateau>(Plateau::optionsFrom(
            job.config.schedule.params, job.config.optimizer.params.real("lr"))));
    callbacks.push_back(std::make_unique<EpochLog>());
    callbacks.push_back(std::make_unique<ProgressReporter>());
    return callbacks;
}

JobResult runJob(const Job& job, ModelFactory& factory, SummarySink& sink, RunControl& control) {
    const at::Device device = deviceFor(job.config.run.text("device"));
    setThreads(job.config.run.integer("threads"));
    seedEverything(static_cast<uint64_t>(job.config.run.integer("seed")), device);
    const DataSplit data = loadData(job, sink);
    const auto model = buildModel(job, factory, data.train->info(), sink);
    Archive checkpoint;
    const bool isResumed = !job.resumeCheckpoint.empty();
    if (isResumed) checkpoint = readArchive(job.workspace + "/" + job.resumeCheckpoint);
    Trainer trainer(*model, data.train, data.validation,
                    trainerOptions(job.config, model->info().task, device),
                    makeCallbacks(job, control), sink);
    const TrainResult trained = trainer.fit(isResumed ? &checkpoint : nullptr);
    return resultOf(trained, *model);
}

} // namespace core
