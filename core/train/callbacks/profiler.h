// Where the time goes: seconds by phase of the loop. The shares of the last second are logged as
// series, profile/<phase> in %. At the end come those of the whole run, as their last points and as
// a table in its log. Training thread.
//
// Measured is the time of the processor. A GPU works behind it: its time shows up where the
// processor waits for a result, not in the phase that ordered the work.
#pragma once

#include <array>
#include <chrono>
#include <vector>

#include "core/params.h"
#include "core/train/callback.h"

namespace core {

class Profiler final : public Callback {
public:
    enum class Phase {
        Fetch, // waiting for data, and rollouts
        Forward,
        Backward,
        Metrics, // of the training
        Optimize,
        Evaluate,
        Callbacks, // all others, at the events that divide the phases
        Checkpoint,
        Other,
    };
    static constexpr size_t kPhaseCount = static_cast<size_t>(Phase::Other) + 1;
    static const char* name(Phase phase); // "fetch"

    struct Options {};
    static Options optionsFrom(const Params&) { return {}; }

    explicit Profiler(Options);

    void subscribe(Subscriptions& subscriptions) override;
    void saveState(Archive& archive) const override;
    void loadState(const Archive& archive) override;

private:
    using Clock = std::chrono::steady_clock;
    using Seconds = std::array<double, kPhaseCount>;

    // The end of one phase and the start of another: an event, before the first of its callbacks
    // and after the last.
    struct Mark {
        Profiler* profiler;
        Event event;
        Phase next;
        void enter(TrainState& state);
        void leave(TrainState& state);
    };

    void onFitStart(TrainState& state);
    void onFitEnd(TrainState& state);
    void spend(Phase phase);
    void logShares(TrainState& state, const Seconds& seconds) const;
    void closeWindow();
    void logTable(TrainState& state) const;

    std::vector<Mark> m_marks;
    std::array<SeriesId, kPhaseCount> m_series{};
    Seconds m_window{};   // since the last point
    Seconds m_previous{}; // of the run, without the window
    Phase m_phase = Phase::Other;
    Clock::time_point m_last;
    Clock::time_point m_windowStart;
};

} // namespace core
