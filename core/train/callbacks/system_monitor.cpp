#include "core/train/callbacks/system_monitor.h"

#include "core/train/wall_clock.h"

namespace core {
namespace {

constexpr double kIntervalS = 2.0;
constexpr double kMegabyte = 1e6;

} // namespace

void SystemMonitor::subscribe(Subscriptions& subscriptions) {
    subscriptions.on(Event::FitStart, this, &SystemMonitor::onFitStart);
    subscriptions.on(Event::StepEnd, this, &SystemMonitor::onTick);
    subscriptions.on(Event::EvalBatchEnd, this, &SystemMonitor::onTick);
    subscriptions.on(Event::FitEnd, this, &SystemMonitor::onFitEnd);
}

void SystemMonitor::onFitStart(TrainState& state) {
    const auto series = [&](const char* tag, const char* unit) {
        return state.sink->series({tag, unit, Direction::None});
    };
    m_cpuSeries = series("system/cpu", "%");
    m_memorySeries = series("system/memory", "MB");
    if (state.device.is_cuda()) m_gpu.emplace(state.device.has_index() ? state.device.index() : 0);
    if (m_gpu && m_gpu->isAvailable()) {
        m_gpuSeries = series("system/gpu", "%");
        m_gpuMemorySeries = series("system/gpu_memory", "MB");
    }
    m_process.sample(); // what follows is since now
    m_lastS = state.seconds();
}

void SystemMonitor::onTick(TrainState& state) {
    if (state.seconds() - m_lastS >= kIntervalS) log(state);
}

void SystemMonitor::onFitEnd(TrainState& state) {
    log(state);
}

void SystemMonitor::log(TrainState& state) {
    m_lastS = state.seconds();
    const int64_t now = wallMs();
    const auto point = [&](SeriesId series, double value) {
        state.sink->scalar({series, state.globalStep, now, m_lastS, value});
    };
    if (const auto sample = m_process.sample()) {
        point(m_cpuSeries, sample->cpuPercent);
        point(m_memorySeries, static_cast<double>(sample->residentBytes) / kMegabyte);
    }
    if (!m_gpu) return;
    if (const auto sample = m_gpu->sample()) {
        point(m_gpuSeries, sample->loadPercent);
        point(m_gpuMemorySeries, static_cast<double>(sample->usedBytes) / kMegabyte);
    }
}

} // namespace core
