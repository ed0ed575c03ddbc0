#include "app/timing.h"

#include <time.h>
#include <unistd.h>

#include <algorithm>

#include <QtCore/QEvent>
#include <QtCore/QFile>
#include <QtCore/QLoggingCategory>
#include <QtWidgets/QApplication>
#include <QtWidgets/QWidget>

#include <qcustomplot.h>

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

bool showsPoint(QObject* object) {
    auto* plot = qobject_cast<QCustomPlot*>(object);
    for (int i = 0; plot && i < plot->graphCount(); ++i)
        if (plot->graph(i)->dataCount() > 0) return true;
    return false;
}

} // namespace

bool Timing::isWanted() {
    return timing().isDebugEnabled();
}

void Timing::log(const char* what) {
    qCDebug(timing, "%s %.0f ms after exec", what, secondsSinceExec() * 1e3);
}

Timing::Timing(QWidget& window) : QObject(&window) {
    qApp->installEventFilter(this);
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
    if (event->type() != QEvent::Paint) return false;
    // What is logged happens behind the paint event, when the children have painted too.
    if (watched == parent() && !m_isPainted) {
        m_isPainted = true;
        QTimer::singleShot(0, this, &Timing::logPainted);
    }
    if (!m_hasPoint && showsPoint(watched)) {
        m_hasPoint = true;
        QTimer::singleShot(0, this, [] { log("first point"); });
    }
    return false;
}

void Timing::logPainted() {
    log("painted");
    qCDebug(timing, "libtorch mapped: %s", isTorchMapped() ? "yes" : "no");
    m_sinceTick.start();
    m_tick.start();
}
