#include "ui/status_line.h"

#include <QtWidgets/QLabel>
#include <QtWidgets/QProgressBar>

#include <cmath>

#include "ui/common/format.h"
#include "ui/common/theme.h"

namespace ui {
namespace {

constexpr int kUsageMs = 2000;

QString outOf(int64_t done, int64_t all) {
    return all > 0 ? countText(done) + QLatin1Char('/') + countText(all) : countText(done);
}

QString numbersOf(const core::Progress& p) {
    QStringList parts;
    if (p.epochCount > 0)
        parts.append(StatusLine::tr("epoch %1")
                         .arg(outOf(std::min(p.epoch + 1, p.epochCount), p.epochCount)));
    if (p.step > 0) parts.append(StatusLine::tr("step %1").arg(outOf(p.step, p.totalSteps)));
    if (p.stepsPerSecond > 0)
        parts.append(StatusLine::tr("%1 steps/s").arg(
            countText(static_cast<int64_t>(std::llround(p.stepsPerSecond)))));
    if (p.step > 0) parts.append(StatusLine::tr("loss %1").arg(numberText(p.loss)));
    if (p.remainingS >= 0) parts.append(StatusLine::tr("ETA %1").arg(clockText(p.remainingS)));
    if (parts.isEmpty()) parts.append(QString::fromStdString(p.phase) + QChar(0x2026));
    return parts.join(QStringLiteral("  ·  "));
}

} // namespace

StatusLine::StatusLine(QWidget* parent)
    : QStatusBar(parent),
      m_what(new QLabel(this)),
      m_numbers(new QLabel(this)),
      m_usage(new QLabel(this)),
      m_bar(new QProgressBar(this)) {
    setSizeGripEnabled(false);
    setContentsMargins(kSpacing, 2, kSpacing, 2);
    m_what->setTextFormat(Qt::PlainText); // names may look like tags
    m_numbers->setObjectName(QStringLiteral("progressNumbers"));
    m_numbers->setFont(tabularFigures(m_numbers->font()));
    m_usage->setFont(tabularFigures(m_usage->font()));
    m_usage->setForegroundRole(QPalette::PlaceholderText);
    m_bar->setTextVisible(false);
    m_bar->setFixedSize(120, 10);
    m_bar->setRange(0, 1000);
    addWidget(m_what);
    addWidget(m_bar);
    addWidget(m_numbers, 1);
    addPermanentWidget(m_usage);
    setIdle({});
    connect(&m_timer, &QTimer::timeout, this, &StatusLine::updateUsage);
    m_timer.start(kUsageMs);
    m_meter.sample();
}

void StatusLine::setProgress(const QString& what, const core::Progress& progress) {
    m_what->setText(what);
    m_numbers->setText(numbersOf(progress));
    const bool isKnown = progress.totalSteps > 0;
    m_bar->setVisible(true);
    m_bar->setRange(0, isKnown ? 1000 : 0);
    if (isKnown) m_bar->setValue(static_cast<int>(1000 * progress.step / progress.totalSteps));
}

void StatusLine::setIdle(const QString& text) {
    m_what->setText(text);
    m_numbers->clear();
    m_bar->hide();
}

void StatusLine::updateUsage() {
    if (const auto sample = m_meter.sample())
        m_usage->setText(tr("CPU %1 %  ·  RAM %2")
                             .arg(std::lround(sample->cpuPercent))
                             .arg(bytesText(sample->residentBytes)));
}

} // namespace ui
