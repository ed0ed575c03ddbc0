#include "core/engine/describe_loop.h"

#include <optional>

#include "core/engine/run_job.h"
#include "core/train/callback_list.h"

namespace core {
namespace {

constexpr size_t kCallbackColumn = 44;

struct Line {
    int depth;
    std::string text;           // what the Trainer or the model does; empty for an event
    std::optional<Event> event; // what callbacks are called for
};

std::vector<Line> loopOf(const RunConfig& config) {
    const Params& run = config.run;
    const int64_t accumulate = run.integer("accumulate");
    const int64_t every = run.integer("evaluate_every");
    const std::string window = accumulate == 1
                                   ? "each batch is a step"
                                   : std::to_string(accumulate) + " batches make a step";
    const std::string evaluation =
        every == 0 ? "evaluation, unless just done" : "evaluation at the end of the run";
    const std::string repeats =
        config.optimizer.type == "lbfgs" ? "; repeats batchTrain and backward without events" : "";
    std::vector<Line> lines = {
        {0, "model " + config.model.type + ", data " + config.data.type, {}},
        {0, "", Event::Setup},
        {0, "when resumed: weights, optimizers, counters, callbacks, generators", {}},
        {0, "", Event::CheckpointLoaded},
        {0,
         "when new: evaluation of the first " + std::to_string(run.integer("sanity_batches")) +
             " batches as a check",
         {}},
        {0, "", Event::FitStart},
        {0, "for each of " + std::to_string(run.integer("epochs")) + " epochs", {}},
        {1, "", Event::EpochStart},
        {1, "for each batch of " + std::to_string(run.integer("batch_size")) + "; " + window, {}},
        {2, "", Event::FetchStart},
        {2, "first batch of a step: gradients reset", {}},
        {2, "", Event::StepStart},
        {2, "", Event::BatchStart},
        {2, "model.batchTrain", {}},
        {2, "", Event::AfterLoss},
        {2, "backward", {}},
        {2, "", Event::AfterBackward},
        {2, "", Event::BatchEnd},
        {2, "last batch of a step: model.optimize", {}},
        {3, "norm of the gradients, finite check", {}},
        {3, "", Event::GradientsReady},
        {3, "clipping", {}},
        {3, "", Event::BeforeOptimizerStep},
        {3,
         "optimizer " + config.optimizer.type + ", schedule " + config.schedule.type + repeats,
         {}},
        {3, "", Event::AfterOptimizerStep},
        {2, "", Event::StepEnd},
    };
    if (every > 0)
        lines.push_back({2, "every " + std::to_string(every) + " steps: evaluation", {}});
    const std::vector<Line> rest = {
        {2, "safe point: checkpoint, pause, stop, limits", {}},
        {1, evaluation, {}},
        {2, "", Event::EvalStart},
        {2, "for each batch: model.batchEval", {}},
        {3, "", Event::EvalBatchEnd},
        {2, "model.aggregateMetrics, model.evalRollout", {}},
        {2, "", Event::EvalEnd},
        {1, "", Event::EpochEnd},
        {1, "safe point: checkpoint, pause, stop, limits", {}},
        {2, "", Event::CheckpointSaving},
        {2, "", Event::CheckpointSaved},
        {0, "when asked to end", {}},
        {1, "", Event::StopRequested},
        {0, "last checkpoint", {}},
        {0, "", Event::FitEnd},
        {0, "after an error", {}},
        {1, "", Event::Exception},
        {0, "", Event::Teardown},
    };
    lines.insert(lines.end(), rest.begin(), rest.end());
    return lines;
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

} // namespace

std::string describeLoop(const Job& job) {
    RunControl control;
    const CallbackList callbacks(makeCallbacks(job, control));
    std::string text;
    for (const Line& line : loopOf(job.config)) {
        std::string row(static_cast<size_t>(line.depth) * 4, ' ');
        row += line.event ? std::string("* ") + toText(*line.event) : line.text;
        const std::string names = line.event ? joined(callbacks.subscribers(*line.event)) : "";
        if (!names.empty()) {
            row.append(row.size() < kCallbackColumn ? kCallbackColumn - row.size() : 1, ' ');
            row += names;
        }
        text += row + "\n";
    }
    return text;
}

} // namespace core
