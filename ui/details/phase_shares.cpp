#include "ui/details/phase_shares.h"

#include <QtCore/QEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/common/theme.h"

namespace ui {
namespace {

struct Phase {
    const char* tag;
    const char* label;
    const char* color; // told apart by people who see few colours: Okabe and Ito 2008
};

// In the order of the loop.
constexpr std::array kPhases = {
    Phase{"profile/fetch", QT_TRANSLATE_NOOP("ui::PhaseShares", "Waiting for data"), "#E69F00"},
    Phase{"profile/forward", QT_TRANSLATE_NOOP("ui::PhaseShares", "Forward"), "#0072B2"},
    Phase{"profile/backward", QT_TRANSLATE_NOOP("ui::PhaseShares", "Backward"), "#56B4E9"},
    Phase{"profile/metrics", QT_TRANSLATE_NOOP("ui::PhaseShares", "Metrics"), "#CC79A7"},
    Phase{"profile/optimize", QT_TRANSLATE_NOOP("ui::PhaseShares", "Optimizer"), "#009E73"},
    Phase{"profile/evaluate", QT_TRANSLATE_NOOP("ui::PhaseShares", "Evaluation"), "#F0E442"},
    Phase{"profile/callbacks", QT_TRANSLATE_NOOP("ui::PhaseShares", "Callbacks"), "#D55E00"},
    Phase{"profile/checkpoint", QT_TRANSLATE_NOOP("ui::PhaseShares", "Checkpoints"), "#8B5A2B"},
    Phase{"profile/other", QT_TRANSLATE_NOOP("ui::PhaseShares", "Other"), "#7F7F7F"},
};

using Shares = std::array<double, kPhases.size()>; // in percent

QColor colorOf(size_t phase, const QPalette& palette) {
    return runColor(QLatin1String(kPhases[phase].color), palette);
}

Shares sharesIn(const std::vector<core::MetricRecord>& metrics) {
    Shares shares{};
    for (const core::MetricRecord& metric : metrics)
        for (size_t i = 0; i < kPhases.size(); ++i)
            if (metric.tag == kPhases[i].tag && std::isfinite(metric.last))
                shares[i] = std::max(0.0, metric.last);
    return shares;
}

} // namespace

class PhaseShares::Bar : public QWidget {
public:
    explicit Bar(QWidget* parent) : QWidget(parent) { setFixedHeight(14); }

    Shares shares{};

protected:
    void paintEvent(QPaintEvent*) override {
        double sum = 0.0;
        for (const double share : shares)
            sum += share;
        if (sum <= 0.0) return;
        QPainter painter(this);
        double from = 0.0;
        for (size_t i = 0; i < shares.size(); ++i) {
            const double to = from + shares[i] / sum * width();
            // Whole pixels, so that there is no blend of two colours.
            const int left = qRound(from), right = qRound(to);
            painter.fillRect(left, 0, right - left, height(), colorOf(i, palette()));
            if (left > 0 && right > left) // a gap, for neighbours of like colours
                painter.fillRect(left, 0, 1, height(), palette().color(QPalette::Window));
            from = to;
        }
    }
};

PhaseShares::PhaseShares(QWidget* parent)
    : Section(tr("Time by phase"), parent), m_bar(new Bar(this)), m_legend(new QLabel(this)) {
    m_legend->setObjectName(QStringLiteral("phaseLegend"));
    m_legend->setTextFormat(Qt::RichText);
    m_legend->setFont(tabularFigures(m_legend->font()));
    m_bar->setToolTip(tr("While the run trains: the last second. Afterwards: the whole run."));
    body()->addWidget(m_bar);
    body()->addWidget(m_legend);
    hide();
}

void PhaseShares::setMetrics(const std::vector<core::MetricRecord>& metrics) {
    m_bar->shares = sharesIn(metrics);
    const bool hasAny = std::any_of(m_bar->shares.begin(), m_bar->shares.end(),
                                    [](double share) { return share > 0.0; });
    setVisible(hasAny);
    if (!hasAny) return;
    m_bar->update();
    showLegend();
}

void PhaseShares::showLegend() {
    QString rows;
    for (size_t i = 0; i < kPhases.size(); ++i) {
        rows += QStringLiteral(
                    "<tr><td style='color:%1'>&#9632;</td><td>&nbsp;%2</td>"
                    "<td align='right'>&nbsp;&nbsp;%3&nbsp;%</td></tr>")
                    .arg(colorOf(i, palette()).name(), tr(kPhases[i].label))
                    .arg(m_bar->shares[i], 0, 'f', 1);
    }
    m_legend->setText(QStringLiteral("<table cellspacing='0'>%1</table>").arg(rows));
}

void PhaseShares::changeEvent(QEvent* event) {
    Section::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !isHidden()) showLegend();
}

} // namespace ui
