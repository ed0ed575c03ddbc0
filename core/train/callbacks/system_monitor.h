// Logs what the program uses of the machine every two seconds: processors, memory, and on an NVIDIA
// GPU its load and memory. Training thread.
#pragma once

#include <optional>

#include "core/params.h"
#include "core/train/callback.h"
#include "core/train/gpu_usage.h"
#include "core/train/process_usage.h"

namespace core {

class SystemMonitor final : public Callback {
public:
    struct Options {};
    static Options optionsFrom(const Params&) { return {}; }

    explicit SystemMonitor(Options) : Callback("system_monitor", order::kSink) {}

    void subscribe(Subscriptions& subscriptions) override;

private:
    void onFitStart(TrainState& state);
    void onTick(TrainState& state);
    void onFitEnd(TrainState& state);
    void log(TrainState& state);

    ProcessUsage m_process;
    std::optional<GpuUsage> m_gpu;
    SeriesId m_cpuSeries = 0;
    SeriesId m_memorySeries = 0;
    SeriesId m_gpuSeries = 0;
    SeriesId m_gpuMemorySeries = 0;
    double m_lastS = 0.0; // in TrainState::seconds()
};

} // namespace core
