// Where a run's results go: the only way out of the engine. Called by the training thread alone.
#pragma once

#include <cstdint>
#include <string>

#include "core/summary/scalar_point.h"

namespace core {

enum class EventLevel { Info, Warning, Error };

// Something that happened once: started, paused, checkpoint saved, loss became NaN.
struct RunEvent {
    int64_t step = 0;
    EventLevel level = EventLevel::Info;
    std::string kind; // a word to filter by: "started", "nan", "checkpoint", "stopped", "error" ...
    std::string text; // a sentence
};

struct CheckpointRecord {
    int64_t step = 0;
    int64_t epoch = 0;
    std::string path; // relative to the workspace
    int64_t bytes = 0;
    std::string sha256; // of the file, hexadecimal
    bool isBest = false;
    double metricValue = 0.0; // of the monitored metric; NaN when there was none yet
};

// Where the run is. Sent as often as the trainer likes; sinks keep the newest.
struct Progress {
    std::string phase; // "Loading data", "Building model", "Training", "Evaluating"
    int64_t epoch = 0; // epochs completed
    int64_t epochCount = 0;
    int64_t step = 0;
    int64_t totalSteps = 0;     // 0: not known
    double stepsPerEpoch = 0.0; // 0: not known yet
    double stepsPerSecond = 0.0;
    double samplesPerSecond = 0.0;
    double loss = 0.0;        // last training loss; NaN before the first
    double elapsedS = 0.0;    // training time over all sessions
    double remainingS = -1.0; // negative: not known
};

class SummarySink {
public:
    virtual ~SummarySink() = default;

    // The id of the series with this tag; asking again gives the same one. May allocate: ask once,
    // before the loop.
    virtual SeriesId series(const SeriesKey& key) = 0;
    virtual void scalar(const ScalarPoint& point) = 0; // under 1 us, no allocation in steady state
    virtual void event(const RunEvent& event) = 0;
    virtual void logLine(const std::string& text) = 0; // one line of the run's console
    virtual void progress(const Progress& progress) = 0;
    virtual void checkpointSaved(const CheckpointRecord& checkpoint) = 0;
    virtual void checkpointRemoved(const std::string& path) = 0; // path as in CheckpointRecord
    // A resume continues at `fromStep`: points of earlier sessions beyond it are marked as rewound,
    // not removed.
    virtual void segmentStarted(int64_t fromStep) = 0;
    // Returns when everything handed over so far is on disk. A checkpoint is published only after
    // this.
    virtual void flush() = 0;
    // What must not be lost, the last checkpoint, could not be written. Tells the person why and
    // waits a moment; true: try again.
    virtual bool waitToRetry(const std::string& problem) {
        static_cast<void>(problem);
        return false;
    }
};

} // namespace core
