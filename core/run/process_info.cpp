#include "core/run/process_info.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

#include <unistd.h>

#include <QtCore/QString>
#include <QtCore/QSysInfo>

namespace core {
namespace {

// Start times are read in hundredths of a second and the clock may be set meanwhile.
constexpr int64_t kStartToleranceMs = 2000;

int64_t bootMs() {
    std::ifstream file("/proc/stat");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("btime ")) return std::atoll(line.c_str() + 6) * 1000;
    return 0;
}

// Field 22 of /proc/<pid>/stat: ticks between boot and the start; -1: there is none.
int64_t startTicks(int64_t pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const size_t nameEnd = text.rfind(')'); // the name, field 2, may hold spaces
    if (nameEnd == std::string::npos) return -1;
    std::istringstream rest(text.substr(nameEnd + 1));
    std::string field;
    for (int number = 3; number <= 22; ++number)
        rest >> field;
    return rest ? std::atoll(field.c_str()) : -1;
}

} // namespace

std::string hostName() {
    return QSysInfo::machineHostName().toStdString();
}

int64_t processStartMs(int64_t pid) {
    const int64_t boot = bootMs();
    const int64_t ticks = boot > 0 ? startTicks(pid) : -1;
    return ticks < 0 ? 0 : boot + ticks * 1000 / sysconf(_SC_CLK_TCK);
}

ProcessInfo currentProcess() {
    const auto pid = static_cast<int64_t>(getpid());
    return {pid, processStartMs(pid), hostName()};
}

bool isAlive(int64_t pid, int64_t startMs) {
    if (pid <= 0) return false;
    if (kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH) return false;
    const int64_t foundMs = processStartMs(pid);
    return startMs == 0 || foundMs == 0 || std::abs(foundMs - startMs) <= kStartToleranceMs;
}

} // namespace core
