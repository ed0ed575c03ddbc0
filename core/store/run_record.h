// Rows of the store as plain values. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/summary/scalar_point.h"
#include "core/summary/summary_sink.h"

namespace core {

// The life of a run; which action leads from where to where is in core/run/run_state.h.
enum class RunState {
    Draft,
    Queued,
    Starting,
    Running,
    Pausing,
    Paused,
    Stopping,
    Stopped,
    Finished,
    Failed,
    Interrupted
};

const char* toText(RunState state); // "Running": shown to people and stored in the database
std::optional<RunState> runStateFromText(const std::string& text);

struct RunRecord {
    std::string id;     // UUID
    int64_t number = 0; // counts up within the workspace: "run 12"
    std::string name;
    RunState state = RunState::Draft;
    std::string stateReason; // why it stopped or failed, in words
    std::string request;     // to the program that runs it: "checkpoint"; it empties this
    int64_t createdMs = 0;   // ms since 1970 UTC, as all ...Ms here
    int64_t startedMs = 0;   // 0: not yet
    int64_t endedMs = 0;
    int64_t heartbeatMs = 0;
    int64_t pid = 0; // of the program that runs it
    int64_t pidStartMs =
        0; // when that process started, so that a reused pid is not mistaken for it
    std::string host;
    std::string parentId;  // cloned from
    std::string color;     // "#0072B2", fixed at creation
    std::string lineStyle; // "solid", "dash", "dot"
    bool isPinned = false;
    int64_t trashedMs = 0; // 0: not in the trash
    std::string note;
    std::string configJson;
    std::string configHash;
    std::string model;
    int64_t seed = 0;
    std::string device;
    int64_t threads = 0;
    std::string programVersion;
    int64_t epoch = 0; // epochs completed
    int64_t epochCount = 0;
    int64_t step = 0;
    int64_t totalSteps = 0; // 0: not known
    double stepsPerEpoch = 0.0;
    double seconds = 0.0;      // training time
    std::string goalMetric;    // tag of the monitored metric
    std::string weightsSha256; // set when a session ends
    int64_t revision = 0;      // grows with every change of the row: for reading what is new
};

struct SeriesRecord {
    int64_t id = 0;
    std::string runId;
    std::string tag;
    std::string unit;
    Direction direction = Direction::None;
};

struct PointRow {
    int64_t seq = 0; // counts up within the series without gaps, from 1
    int64_t segment = 0;
    int64_t step = 0;
    int64_t wallMs = 0;
    double relativeS = 0.0;
    double value = 0.0; // NaN where the database has NULL
};

// What many points of one segment come to, so that a long series is drawn without reading them all.
struct LevelRow {
    int64_t bucket = 0; // (seq - 1) / 256 or (seq - 1) / 65536: edges never move while data arrives
    int64_t segment = 0;
    int64_t firstStep = 0;
    int64_t lastStep = 0;
    double minimum = 0.0; // of all values but NaN, so that infinities stay visible; NaN: none
    double maximum = 0.0;
    double first = 0.0;
    double last = 0.0;
    double sum = 0.0; // of finite values
    int64_t count = 0;
    int64_t nanCount = 0;
};

// A session of a run. Points of it with step > cutStep were rewound by a later resume: kept,
// marked, hidden by default.
struct SegmentRecord {
    int64_t segment = 0;
    int64_t fromStep = 0;
    std::optional<int64_t> cutStep;
    int64_t startedMs = 0;
};

// Kept up while writing, so that the browser never scans points. Rewound points do not count.
struct MetricRecord {
    std::string runId;
    std::string tag;
    Direction direction = Direction::None;
    int64_t count = 0;
    double last = 0.0; // NaN possible; minimum and maximum are over finite values
    int64_t lastStep = 0;
    std::optional<double> minimum;
    int64_t minimumStep = 0;
    std::optional<double> maximum;
    int64_t maximumStep = 0;
    int64_t nonFiniteCount = 0;

    std::optional<double> best() const {
        return direction == Direction::Minimize   ? minimum
               : direction == Direction::Maximize ? maximum
                                                  : std::nullopt;
    }
    int64_t bestStep() const {
        return direction == Direction::Maximize ? maximumStep : minimumStep;
    }
};

struct EventRow {
    int64_t id = 0; // for reading what is new
    int64_t wallMs = 0;
    RunEvent event;
};

struct LogRow {
    int64_t number = 0; // for reading what is new
    int64_t wallMs = 0;
    std::string text;
};

} // namespace core
