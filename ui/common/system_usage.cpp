#include "ui/common/system_usage.h"

#include <QtCore/QDateTime>
#include <QtCore/QFile>
#include <QtCore/QThread>

#include <algorithm>

#include <unistd.h>

namespace ui {
namespace {

// user + system ticks: fields 14 and 15, counted behind the program's name, which may hold spaces.
int64_t cpuTicks() {
    QFile file(QStringLiteral("/proc/self/stat"));
    if (!file.open(QIODevice::ReadOnly)) return -1;
    const QByteArray text = file.readAll();
    const QList<QByteArray> fields = text.mid(text.lastIndexOf(')') + 2).split(' ');
    return fields.size() > 12 ? fields[11].toLongLong() + fields[12].toLongLong() : -1;
}

int64_t residentBytes() {
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly)) return 0;
    return file.readAll().split(' ').value(1).toLongLong() * sysconf(_SC_PAGESIZE);
}

} // namespace

std::optional<SystemUsage::Sample> SystemUsage::sample() {
    const int64_t ticks = cpuTicks();
    const int64_t now = QDateTime::currentMSecsSinceEpoch();
    const bool isFirst = m_cpuTicks < 0 || now <= m_wallMs;
    const double used =
        static_cast<double>(ticks - m_cpuTicks) / static_cast<double>(sysconf(_SC_CLK_TCK));
    const double passed = static_cast<double>(now - m_wallMs) / 1000.0;
    m_cpuTicks = ticks;
    m_wallMs = now;
    if (isFirst || ticks < 0) return std::nullopt;
    const double processors = std::max(1, QThread::idealThreadCount());
    return Sample{std::clamp(100.0 * used / passed / processors, 0.0, 100.0), residentBytes()};
}

} // namespace ui
