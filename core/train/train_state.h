// Where training is, as callbacks see it and what they may ask for. Training thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ATen/core/Tensor.h>

#include "core/model/archive.h"
#include "core/model/metrics.h"
#include "core/model/model.h"
#include "core/summary/summary_sink.h"
#include "core/train/precision.h"

namespace core {

class OptimizerSet;

// Sanity: a few batches are evaluated before training, to find mistakes early; no events are fired
// and nothing of it stays.
enum class Stage { Fit, Sanity, Validate };

// How training ended, or is about to.
enum class Ending { None, Finished, Stopped, Paused };

// A number that may still lie on a GPU, so that nobody waits for it on the batch path.
struct LateNumber {
    double value = 0.0;  // when `onDevice` is undefined
    at::Tensor onDevice; // 0-dim
};

// Limits on gradients, applied after GradientsReady; 0: none.
struct ClipLimits {
    double norm = 0.0;
    double value = 0.0;
};

struct LoggedNumber {
    std::string_view name; // lives as long as the Trainer
    at::Tensor value;      // 0-dim, detached
    double weight = 1.0;
};

struct TrainState {
    Model* model = nullptr;
    OptimizerSet* optimizers = nullptr;
    SummarySink* sink = nullptr;
    at::Device device{at::kCPU};
    Precision precision = Precision::Float32; // of forward passes

    // Limits.
    int64_t epochCount = 0;
    int64_t stepLimit = 0;   // 0: none
    int64_t sampleLimit = 0; // 0: none
    int64_t accumulate = 1;
    int64_t totalSteps = 0;     // of the whole run; 0: not known
    double stepsPerEpoch = 0.0; // 0: not known
    bool hasEvaluation = false; // there is validation data, or the model evaluates by rollouts
    ClipLimits clip;            // set by callbacks in Setup
    bool keepsRollback = false; // likewise: the last checkpoint is held in memory as well

    // Position.
    Stage stage = Stage::Fit;
    int64_t epoch = 0;      // epochs completed
    int64_t innerEpoch = 0; // passes of this epoch completed
    int64_t batch = 0;      // batches of this pass consumed
    int64_t batchCount = 0; // of one pass
    int64_t globalStep = 0; // windows done, skipped ones included
    int64_t skippedSteps = 0;
    double lossScale = 0.0;      // of the next backward; 0: losses are not scaled
    int64_t sampleCount = 0;     // trained on so far
    int64_t lastEvalStep = -1;   // globalStep of the last evaluation
    double secondsBefore = 0.0;  // training time of earlier sessions
    double sessionStartS = -1.0; // steady clock; negative: not started

    // The current batch, window and step.
    const Batch* data = nullptr;      // between BatchStart and BatchEnd
    StepResult result;                // from AfterLoss; the loss is detached from AfterBackward on
    std::vector<LoggedNumber> logged; // by the model, since StepStart
    std::string_view optimizer;       // whose step GradientsReady ... AfterOptimizerStep are about
    LateNumber gradientNorm;          // of that optimizer, before clipping
    bool stepWasSkipped = false;

    // Results, named metric/split.
    Metrics trainMetrics; // of the epoch, from just before its evaluation
    Metrics evalMetrics;  // of the last evaluation

    // A checkpoint in the making.
    const Archive* snapshot = nullptr; // in CheckpointSaving
    std::string checkpointPath;        // set there by who wrote it; empty: nobody did
    bool isSnapshotLate =
        false; // set there: it is written beside the training, its path comes later
    bool mustWriteCheckpoint = false; // asked for by a person, or the run ends: not to be put off

    // What was asked for; honoured at the next safe point.
    Ending ending = Ending::None;
    std::string endReason;
    bool isLimitReached = false; // ended by its limits: nobody asked
    bool isCheckpointWanted = false;
    bool isLastCheckpointGood = true; // false: save nothing, what is on disk is better
    bool isRollbackWanted = false;

    bool areWeightsFinal = false; // in FitEnd: a callback has put those in place that it wants kept

    std::string error; // in Exception

    // The first reason stays, but finishing or stopping wins over a pause.
    void requestFinish(const std::string& reason); // the aim is reached: early stopping
    void requestStop(const std::string& reason);   // a person, or something is wrong
    void requestPause(const std::string& reason = "paused");
    void requestCheckpoint() { isCheckpointWanted = true; }
    // Training goes back to where it was at the last checkpoint, or at the start of the session,
    // as a resume would, but without losing the time that was used; CheckpointLoaded comes then.
    // Only for a callback that has set keepsRollback in Setup.
    void requestRollback();
    bool isEnding() const { return ending != Ending::None; }

    double seconds() const; // training time over all sessions
    void note(EventLevel level, const std::string& kind, const std::string& text) const;
};

} // namespace core
