// The engine as the rest of the program sees it: an interface behind a library that is loaded on
// first need, since LibTorch costs most of a second. Used by one thread at a time: the core thread,
// or main in the command line.
#pragma once

#include <string>

#include "core/run/run_config.h"
#include "core/run/run_control.h"
#include "core/summary/summary_sink.h"

namespace core {

class Catalog;

struct Job {
    RunConfig config;
    std::string modelPlugin; // path of the library that has config.model.type
    std::string workspace;   // absolute; checkpoint paths are relative to it
    std::string artifacts;   // folder of this run, relative to the workspace: "artifacts/<run id>"
    std::string
        resumeCheckpoint; // relative path of the checkpoint to continue from; empty: a new run
};

enum class Outcome { Finished, Stopped, Paused };

struct JobResult {
    Outcome outcome = Outcome::Finished;
    std::string
        reason; // "max epochs", "early stopping: no better loss/val for 5 checks", "user" ...
    int64_t step = 0;
    int64_t epoch = 0;    // epochs completed
    double seconds = 0.0; // training time over all sessions
    std::string
        weightsSha256; // over all parameters and buffers in registration order, bytes as in memory
};

struct EngineInfo {
    std::string torchVersion;
    bool hasCuda = false;
    int threads = 0;
    std::string warning; // "LibTorch runs on a slow BLAS ..."; empty: none
};

class Engine {
public:
    virtual ~Engine() = default;
    virtual EngineInfo info() = 0;
    // Runs until the end, a stop or a pause. What goes wrong is thrown as core::Error with what,
    // where and what to try.
    virtual JobResult run(const Job& job, SummarySink& sink, RunControl& control) = 0;
    // The training loop as text, with the job's callbacks in their places.
    virtual std::string describe(const Job& job) = 0;
    // Loads a model plugin and makes the model's factory. Empty: it works; else the reason why not.
    virtual std::string checkPlugin(const std::string& path) = 0;
};

} // namespace core

#define TORCHDESK_ENGINE_IID "org.torchdesk.Engine/1"
