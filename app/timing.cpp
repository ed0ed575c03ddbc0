#include "app/timing.h"

#include <time.h>
#include <unistd.h>

#include <algorithm>

#include <QtCore/QEvent>
#include <QtCore/QFile>
#include <QtCore/QLoggingCategory>
#include <QtWidgets/QWidget>

Q_LOGGING_CATEGORY(timing, "torchdesk.timing", QtCriticalMsg)

namespace {

// Seconds since this process was started; 10 ms is the kernel's resolution.
double secondsSinceExec() {
    QFile file(QStringLiteral("/proc/self/stat"));
    if (!file.open(QIODevice::ReadOnly)) return 0.0;
    const QByteArray line = file.readAll();
    // The name in parentheses may hold blanks; field 22, the start in clock ticks since boot, is
    // the 20th behind it.
    const QList<QByteArray> fields = line.mid(line.lastIndexOf(')') + 2).split(' ');
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    const double started = fields.value(19).toDouble() / static_cast<double>(sysconf(_SC_CLK_TCK));
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9 - started;
}

bool isTorchMapped() {
    QFile file(QStringLiteral("/proc/self/maps"));
    return file.open(QIODevice::ReadOnly) && file.readAll().contains("libtorch_cpu");
}

} // namespace

bool Timing::isWanted() {
    return timing().isDebugEnabled();
}

void Timing::log(const char* what) {
    qCDebug(timing, "%s %.0f ms after exec", what, secondsSinceExec() * 1e3);
}

Timing::Timing(QWidget& window) : QObject(&window) {
    window.installEventFilter(this);
    connect(&m_tick, &QTimer::timeout, this, [this] {
        const double gapMs = static_cast<double>(m_sinceTick.nsecsElapsed()) * 1e-6;
        m_longestTurnMs = std::max(m_longestTurnMs, gapMs - m_tick.interval());
        m_sinceTick.start();
    });
    m_tick.setTimerType(Qt::PreciseTimer);
    m_tick.setInterval(2);
}

Timing::~Timing() {
    qCDebug(timing, "longest turn %.1f ms", m_longestTurnMs);
}

bool Timing::eventFilter(QObject* watched, QEvent* event) {
    if (!m_isPainted && event->type() == QEvent::Paint) {
        // Behind the paint event, when the children have painted too.
        QTimer::singleShot(0, this, [this] {
            log("painted");
            qCDebug(timing, "libtorch mapped: %s", isTorchMapped() ? "yes" : "no");
            m_sinceTick.start();
            m_tick.start();
        });
        watched->removeEventFilter(this);
        m_isPainted = true;
    }
    return QObject::eventFilter(watched, event);
}
