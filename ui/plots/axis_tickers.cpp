#include "ui/plots/axis_tickers.h"

#include "core/number_text.h"
#include "ui/plots/series_data.h"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

constexpr int kPixelsPerNumber =
    70; // along the x axis; a ticker may make a few more than asked for

// Ticks at round numbers, labelled by a function.
template <class Base>
class LabelledTicker : public Base {
public:
    explicit LabelledTicker(QString (*label)(double)) : m_label(label) {}

protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return m_label(tick); }

private:
    QString (*m_label)(double);
};

// 1, 10, 100 ... or, where that would be few, 1, 2, 5, 10 ...
class LogTicker : public QCPAxisTicker {
protected:
    QVector<double> createTickVector(double, const QCPRange& range) override {
        const double decades = std::log10(range.upper / range.lower);
        const int stride = std::max(1, int(std::ceil(decades / 8)));
        const int first = int(std::floor(std::log10(range.lower)));
        const int last = int(std::ceil(std::log10(range.upper)));
        QVector<double> ticks;
        for (int power = first; power <= last; ++power) {
            if (decades > kFewDecades && power % stride != 0) continue;
            for (double mantissa : {1.0, 2.0, 5.0})
                if (mantissa == 1.0 || decades <= kFewDecades)
                    ticks.append(mantissa * std::pow(10.0, power));
        }
        return ticks;
    }
    QVector<double> createSubTickVector(int, const QVector<double>&) override { return {}; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        return axisNumberText(tick);
    }

private:
    static constexpr double kFewDecades = 3;
};

QString shortNumber(double value, int digits) {
    return QString::fromStdString(core::numberText(value, digits));
}

QString dateFormat(double seconds) {
    if (seconds < 600) return QStringLiteral("HH:mm:ss");
    return seconds < 2 * 86400 ? QStringLiteral("HH:mm") : QStringLiteral("MMM d\nHH:mm");
}

} // namespace

QString axisNumberText(double value) {
    const double size = std::fabs(value);
    if (size >= 1e4 && size < 1e9) return axisCountText(value);
    return shortNumber(std::fabs(value) < 1e-300 ? 0.0 : value, 4);
}

QString axisCountText(double value) {
    const double size = std::fabs(value);
    if (size >= 1e6) return shortNumber(value / 1e6, 5) + u'M';
    if (size >= 1e4) return shortNumber(value / 1e3, 6) + u'k';
    return shortNumber(value, 5);
}

QString axisDurationText(double seconds) {
    if (std::fabs(seconds) < 60) return shortNumber(seconds, 4) + u's';
    const auto total = qint64(std::llround(std::fabs(seconds)));
    QStringList parts;
    const std::pair<qint64, QChar> units[] = {{86400, u'd'}, {3600, u'h'}, {60, u'm'}, {1, u's'}};
    qint64 rest = total;
    for (const auto& [length, letter] : units) {
        if (rest >= length) parts.append(QString::number(rest / length) + letter);
        rest %= length;
    }
    return (seconds < 0 ? QStringLiteral("-") : QString()) + parts.mid(0, 2).join(u' ');
}

QSharedPointer<QCPAxisTicker> xTicker(XAxis axis, const QCPRange& range, int width) {
    const int count = std::clamp(width / kPixelsPerNumber, 2, 8);
    if (axis == XAxis::Wall) {
        auto ticker = QSharedPointer<QCPAxisTickerDateTime>::create();
        ticker->setDateTimeFormat(dateFormat(range.size()));
        ticker->setTickCount(std::min(count, 4));
        return ticker;
    }
    if (axis == XAxis::Relative) {
        auto ticker = QSharedPointer<LabelledTicker<QCPAxisTickerTime>>::create(&axisDurationText);
        ticker->setTimeFormat(QStringLiteral("%d %h %m %s %z")); // units that steps may have
        ticker->setTickCount(std::min(count, 4));
        return ticker;
    }
    auto ticker = QSharedPointer<LabelledTicker<QCPAxisTicker>>::create(&axisCountText);
    ticker->setTickCount(count);
    return ticker;
}

QSharedPointer<QCPAxisTicker> yTicker(bool isLogarithmic, const QCPRange& range) {
    if (isLogarithmic && range.lower > 0 && range.upper / range.lower > 10)
        return QSharedPointer<LogTicker>::create();
    auto ticker = QSharedPointer<LabelledTicker<QCPAxisTicker>>::create(&axisNumberText);
    ticker->setTickCount(5);
    return ticker;
}

} // namespace ui
