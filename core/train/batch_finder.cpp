#include "core/train/batch_finder.h"

#include <cstdlib>
#include <fstream>
#include <limits>

#include <sys/resource.h>

#include "core/error.h"
#include "core/train/trial.h"

namespace core {
namespace {

// The processor's memory seems endless until the system ends the program, so it is reckoned with.
class Memory {
public:
    Memory() : m_start(peak()) {}
    int64_t grown() const { return peak() - m_start; } // bytes
    int64_t available() const {
        std::ifstream info("/proc/meminfo");
        for (std::string line; std::getline(info, line);)
            if (line.rfind("MemAvailable:", 0) == 0)
                return 1024 * std::strtoll(line.c_str() + 13, nullptr, 10);
        return std::numeric_limits<int64_t>::max();
    }

private:
    static int64_t peak() {
        rusage usage{};
        ::getrusage(RUSAGE_SELF, &usage);
        return 1024 * static_cast<int64_t>(usage.ru_maxrss);
    }
    int64_t m_start;
};

// LibTorch says so in words on every device: "CUDA out of memory", "not enough memory: you tried to
// allocate ...", "can't allocate memory".
bool isLackOfMemory(const std::string& message) {
    for (const char* words : {"out of memory", "not enough memory", "allocate memory", "bad_alloc"})
        if (message.find(words) != std::string::npos) return true;
    return false;
}

bool fits(Model& model, const std::shared_ptr<const Dataset>& train, TrainerOptions options,
          int64_t steps) {
    try {
        runTrial(model, train, std::move(options), steps);
        return true;
    } catch (const Error& error) {
        if (!isLackOfMemory(error.what())) throw;
        return false;
    }
}

} // namespace

BatchFinding findBatchSize(Model& model, std::shared_ptr<const Dataset> train,
                           const TrainerOptions& options, const BatchFinderOptions& range) {
    BatchFinding finding;
    const Memory memory;
    for (int64_t size = range.first; size <= range.largest; size *= 2) {
        if (size > train->size() && finding.size > 0) {
            finding.reason = "that is all the data";
            return finding;
        }
        TrainerOptions trial = options;
        trial.batchSize = size;
        finding.tried.push_back(size);
        const bool isFitting = fits(model, train, std::move(trial), range.steps);
        if (!isFitting) {
            finding.reason = "out of memory at " + std::to_string(size);
            return finding;
        }
        finding.size = size;
        if (options.device.is_cpu() && 2 * memory.grown() > memory.available()) {
            finding.reason = "memory would run short at " + std::to_string(2 * size);
            return finding;
        }
    }
    finding.reason = "the largest to be tried";
    return finding;
}

} // namespace core
