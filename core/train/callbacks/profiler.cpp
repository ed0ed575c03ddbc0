#include "core/train/callbacks/profiler.h"

#include <cstdio>
#include <numeric>

#include "core/train/wall_clock.h"

namespace core {
namespace {

constexpr std::chrono::seconds kInterval{1};

} // namespace

const char* Profiler::name(Phase phase) {
    static constexpr std::array<const char*, kPhaseCount> kNames = {
        "fetch",    "forward",   "backward",   "metrics", "optimize",
        "evaluate", "callbacks", "checkpoint", "other"};
    return kNames[static_cast<size_t>(phase)];
}

Profiler::Profiler(Options) : Callback("profiler", order::kSink) {
    m_marks = {
        {this, Event::RolloutStart, Phase::Fetch}, {this, Event::RolloutEnd, Phase::Other},
        {this, Event::FetchStart, Phase::Fetch},   {this, Event::BatchStart, Phase::Forward},
        {this, Event::AfterLoss, Phase::Backward}, {this, Event::AfterBackward, Phase::Metrics},
        {this, Event::BatchEnd, Phase::Optimize},  {this, Event::StepEnd, Phase::Other},
        {this, Event::EvalStart, Phase::Evaluate}, {this, Event::EvalEnd, Phase::Other},
        {this, Event::EpochEnd, Phase::Other},     {this, Event::CheckpointSaving, Phase::Other},
    };
}

void Profiler::subscribe(Subscriptions& subscriptions) {
    subscriptions.on(Event::FitStart, this, &Profiler::onFitStart).at(order::kLast);
    for (Mark& mark : m_marks) {
        subscriptions.on(mark.event, &mark, &Mark::enter).at(order::kFirst);
        subscriptions.on(mark.event, &mark, &Mark::leave).at(order::kLast);
    }
    subscriptions.on(Event::FitEnd, this, &Profiler::onFitEnd).at(order::kLast);
}

void Profiler::onFitStart(TrainState& state) {
    for (size_t i = 0; i < kPhaseCount; ++i)
        m_series[i] = state.sink->series(
            {std::string("profile/") + name(static_cast<Phase>(i)), "%", Direction::None});
    m_last = m_windowStart = Clock::now();
}

void Profiler::spend(Phase phase) {
    const Clock::time_point now = Clock::now();
    const std::chrono::duration<double> passed = now - m_last;
    m_window[static_cast<size_t>(phase)] += passed.count();
    m_last = now;
}

// What lies in front of the saving is the copy of the state.
void Profiler::Mark::enter(TrainState&) {
    profiler->spend(event == Event::CheckpointSaving ? Phase::Checkpoint : profiler->m_phase);
}

void Profiler::Mark::leave(TrainState& state) {
    profiler->spend(event == Event::CheckpointSaving ? Phase::Checkpoint : Phase::Callbacks);
    profiler->m_phase = next;
    if (profiler->m_last - profiler->m_windowStart < kInterval) return;
    profiler->logShares(state, profiler->m_window);
    profiler->closeWindow();
}

void Profiler::closeWindow() {
    for (size_t i = 0; i < kPhaseCount; ++i)
        m_previous[i] += m_window[i];
    m_window = {};
    m_windowStart = m_last;
}

void Profiler::logShares(TrainState& state, const Seconds& seconds) const {
    const double all = std::accumulate(seconds.begin(), seconds.end(), 0.0);
    const int64_t now = wallMs();
    for (size_t i = 0; all > 0.0 && i < kPhaseCount; ++i)
        state.sink->scalar(
            {m_series[i], state.globalStep, now, state.seconds(), 100.0 * seconds[i] / all});
}

void Profiler::onFitEnd(TrainState& state) {
    spend(m_phase);
    closeWindow();
    logShares(state, m_previous);
    logTable(state);
}

void Profiler::logTable(TrainState& state) const {
    const double all = std::accumulate(m_previous.begin(), m_previous.end(), 0.0);
    state.sink->logLine("time by phase");
    for (size_t i = 0; i < kPhaseCount; ++i) {
        char line[96];
        std::snprintf(line, sizeof line, "  %-10s %10.3f s %5.1f %%", name(static_cast<Phase>(i)),
                      m_previous[i], all > 0.0 ? 100.0 * m_previous[i] / all : 0.0);
        state.sink->logLine(line);
    }
}

void Profiler::saveState(Archive& archive) const {
    std::vector<double> seconds;
    for (size_t i = 0; i < kPhaseCount; ++i)
        seconds.push_back(m_previous[i] + m_window[i]);
    archive.write("seconds", seconds);
}

void Profiler::loadState(const Archive& archive) {
    const std::vector<double>& seconds = archive.reals("seconds");
    for (size_t i = 0; i < kPhaseCount && i < seconds.size(); ++i)
        m_previous[i] = seconds[i];
}

} // namespace core
