// Load and memory of an NVIDIA GPU, from the library of its driver (NVML), which is looked for at
// run time: the program needs none to start. One thread at a time.
#pragma once

#include <cstdint>
#include <optional>

namespace core {

class GpuUsage {
public:
    struct Sample {
        double loadPercent = 0.0; // share of the time with a kernel at work: 0 to 100
        int64_t usedBytes = 0;    // by all programs
    };

    // `index`: as the driver counts, which is as CUDA does unless CUDA_VISIBLE_DEVICES says else.
    explicit GpuUsage(int index);
    ~GpuUsage();
    GpuUsage(const GpuUsage&) = delete;
    GpuUsage& operator=(const GpuUsage&) = delete;

    bool isAvailable() const { return m_device != nullptr; }
    std::optional<Sample> sample() const; // empty: not to be had

private:
    void* m_library = nullptr;
    void* m_device = nullptr; // NVML's handle
};

} // namespace core
