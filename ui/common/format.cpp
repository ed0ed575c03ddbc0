#include "ui/common/format.h"

#include <QtCore/QDateTime>

#include <cmath>

#include "core/number_text.h"

namespace ui {
namespace {

constexpr int kSignificantDigits = 4;

QString twoDigits(int64_t value) {
    return QStringLiteral("%1").arg(value, 2, 10, QLatin1Char('0'));
}

QString notFinite(double value) {
    if (std::isnan(value)) return QStringLiteral("NaN");
    return value > 0 ? QStringLiteral("Inf") : QStringLiteral("-Inf");
}

} // namespace

QString numberText(double value) {
    if (!std::isfinite(value)) return notFinite(value);
    if (value == 0.0) return QStringLiteral("0");
    const double rounded = QString::number(value, 'e', kSignificantDigits - 1).toDouble();
    const double size = std::fabs(rounded);
    if (size < 1e-3 || size >= 1e6)
        return QString::fromStdString(core::shortExponent(
            QByteArray::number(value, 'e', kSignificantDigits - 1).toStdString()));
    const int whole = static_cast<int>(std::floor(std::log10(size))) + 1;
    return QString::number(value, 'f', std::max(0, kSignificantDigits - whole));
}

QString fullNumberText(double value) {
    if (!std::isfinite(value)) return notFinite(value);
    return QString::fromStdString(core::numberText(value));
}

QString countText(int64_t count) {
    QString text = QString::number(std::abs(count));
    for (qsizetype i = text.size() - 3; i > 0; i -= 3)
        text.insert(i, QChar(0x202f));
    return count < 0 ? QLatin1Char('-') + text : text;
}

QString durationText(double seconds) {
    if (!(seconds >= 0)) return {};
    if (seconds < 10) return QStringLiteral("%1 s").arg(seconds, 0, 'f', 1);
    const auto total = static_cast<int64_t>(std::llround(seconds));
    const int64_t minutes = total / 60;
    const int64_t hours = minutes / 60;
    if (minutes == 0) return QStringLiteral("%1 s").arg(total);
    if (hours == 0) return QStringLiteral("%1 m %2 s").arg(minutes).arg(twoDigits(total % 60));
    if (hours < 24) return QStringLiteral("%1 h %2 m").arg(hours).arg(twoDigits(minutes % 60));
    return QStringLiteral("%1 d %2 h").arg(hours / 24).arg(hours % 24);
}

QString clockText(double seconds) {
    if (!(seconds >= 0)) return {};
    const auto total = static_cast<int64_t>(std::llround(seconds));
    const QString tail = twoDigits(total / 60 % 60) + QLatin1Char(':') + twoDigits(total % 60);
    return total < 3600 ? tail : QStringLiteral("%1:%2").arg(total / 3600).arg(tail);
}

QString bytesText(int64_t bytes) {
    constexpr const char* kUnits[] = {"B", "kB", "MB", "GB", "TB"};
    double size = static_cast<double>(bytes);
    int unit = 0;
    while (size >= 999.5 && unit < 4) {
        size /= 1000.0;
        ++unit;
    }
    const int decimals = unit > 0 && size < 9.95 ? 1 : 0;
    return QStringLiteral("%1 %2").arg(size, 0, 'f', decimals).arg(QLatin1String(kUnits[unit]));
}

QString relativeTimeText(int64_t ms, int64_t nowMs) {
    if (ms <= 0) return {};
    const int64_t seconds = std::max<int64_t>(0, (nowMs - ms) / 1000);
    if (seconds < 10) return QStringLiteral("just now");
    if (seconds < 60) return QStringLiteral("%1 s ago").arg(seconds);
    if (seconds < 3600) return QStringLiteral("%1 min ago").arg(seconds / 60);
    const QDateTime then = QDateTime::fromMSecsSinceEpoch(ms);
    const QDateTime now = QDateTime::fromMSecsSinceEpoch(nowMs);
    const qint64 days = then.date().daysTo(now.date());
    if (days == 0) return QStringLiteral("%1 h ago").arg(seconds / 3600);
    if (days == 1) return QStringLiteral("yesterday ") + then.toString(QStringLiteral("HH:mm"));
    if (days < 7) return QStringLiteral("%1 days ago").arg(days);
    return then.toString(QStringLiteral("yyyy-MM-dd"));
}

QString absoluteTimeText(int64_t ms) {
    if (ms <= 0) return {};
    return QDateTime::fromMSecsSinceEpoch(ms).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

} // namespace ui
