#include "core/train/process_usage.h"

#include <algorithm>
#include <fstream>
#include <thread>

#include <sys/resource.h>
#include <unistd.h>

namespace core {
namespace {

double secondsOf(const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

double cpuSeconds() {
    rusage usage{};
    if (getrusage(RUSAGE_SELF, &usage) != 0) return 0.0;
    return secondsOf(usage.ru_utime) + secondsOf(usage.ru_stime);
}

int64_t residentBytes() {
    std::ifstream file("/proc/self/statm");
    int64_t total = 0, resident = 0; // in pages
    file >> total >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

} // namespace

std::optional<ProcessUsage::Sample> ProcessUsage::sample() {
    const Clock::time_point now = Clock::now();
    const double cpuS = cpuSeconds();
    const std::chrono::duration<double> passed = now - m_lastTime;
    const double used = cpuS - m_lastCpuS;
    const bool isFirst = m_lastCpuS < 0.0 || passed.count() <= 0.0;
    m_lastTime = now;
    m_lastCpuS = cpuS;
    if (isFirst) return std::nullopt;
    const double processors = std::max(1U, std::thread::hardware_concurrency());
    return Sample{std::clamp(100.0 * used / passed.count() / processors, 0.0, 100.0),
                  residentBytes()};
}

} // namespace core
