#include "core/train/gpu_usage.h"

#include <dlfcn.h>

namespace core {
namespace {

// As nvml.h declares them; 0 is success.
struct Utilization {
    unsigned int gpu;
    unsigned int memory;
};
struct Memory {
    unsigned long long total;
    unsigned long long free;
    unsigned long long used;
};

// -1 when the library lacks the function.
template <typename... Arguments>
int call(void* library, const char* name, Arguments... arguments) {
    auto function = reinterpret_cast<int (*)(Arguments...)>(::dlsym(library, name));
    return function ? function(arguments...) : -1;
}

} // namespace

GpuUsage::GpuUsage(int index) : m_library(::dlopen("libnvidia-ml.so.1", RTLD_LAZY | RTLD_LOCAL)) {
    if (!m_library || call(m_library, "nvmlInit_v2") != 0) return;
    const auto number = static_cast<unsigned int>(index);
    if (call(m_library, "nvmlDeviceGetHandleByIndex_v2", number, &m_device) != 0)
        m_device = nullptr;
}

GpuUsage::~GpuUsage() {
    if (!m_library) return;
    call(m_library, "nvmlShutdown");
    ::dlclose(m_library);
}

std::optional<GpuUsage::Sample> GpuUsage::sample() const {
    Utilization load{};
    Memory memory{};
    if (!m_device || call(m_library, "nvmlDeviceGetUtilizationRates", m_device, &load) != 0 ||
        call(m_library, "nvmlDeviceGetMemoryInfo", m_device, &memory) != 0)
        return std::nullopt;
    return Sample{static_cast<double>(load.gpu), static_cast<int64_t>(memory.used)};
}

} // namespace core
