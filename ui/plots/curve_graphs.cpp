#include "ui/plots/curve_graphs.h"

#include "ui/common/theme.h"
#include "ui/plots/decimate.h"

#include <algorithm>

namespace ui {
namespace {

constexpr double kThickPen = 1.75;
constexpr int kDashedLimit = 300;  // points: a dashed line costs much more
constexpr double kRawShare = 0.32; // of the colour in the faint curve
constexpr double kRawShareOnDark = 0.45;

QColor blend(const QColor& front, const QColor& back, double share) {
    return QColor::fromRgbF(float(front.redF() * share + back.redF() * (1 - share)),
                            float(front.greenF() * share + back.greenF() * (1 - share)),
                            float(front.blueF() * share + back.blueF() * (1 - share)));
}

} // namespace

CurveGraphs::CurveGraphs(QCustomPlot& plot) : m_plot(plot) {
    plot.addLayer(QStringLiteral("raw"), plot.layer(QStringLiteral("main")), QCustomPlot::limBelow);
    // Segments one by one: a thick noisy line as one path takes a hundred times longer.
    plot.setPlottingHint(QCP::phFastPolylines, true);
}

QCPGraph* CurveGraphs::makeGraph(const QString& layer) {
    QCPGraph* graph = m_plot.addGraph();
    graph->setLayer(layer);
    graph->setSelectable(QCP::stNone);
    graph->setAdaptiveSampling(true); // keeps every spike
    return graph;
}

void CurveGraphs::style(const QVector<Curve>& curves) {
    while (m_pairs.size() > curves.size()) {
        const Pair last = m_pairs.takeLast();
        m_plot.removeGraph(last.raw);
        m_plot.removeGraph(last.main);
    }
    while (m_pairs.size() < curves.size())
        m_pairs.append(Pair{makeGraph(QStringLiteral("raw")), makeGraph(QStringLiteral("main"))});

    const QPalette palette = m_plot.palette();
    const QColor background = themeColors(palette).card;
    const double share = isDark(palette) ? kRawShareOnDark : kRawShare;
    for (qsizetype i = 0; i < m_pairs.size(); ++i) {
        const Curve& curve = curves[i];
        // Mixed with the background rather than transparent: segments then join without dots.
        m_pairs[i].raw->setPen(QPen(blend(curve.look.color, background, share), 1));
        m_pairs[i].raw->setVisible(curve.data && curve.data->smooth != curve.data->raw);
    }
}

void CurveGraphs::setData(const QVector<Curve>& curves, const QCPRange& visible) {
    for (qsizetype i = 0; i < m_pairs.size(); ++i)
        setData(m_pairs[i], curves[i], visible);
}

void CurveGraphs::setData(const Pair& graphs, const Curve& curve, const QCPRange& visible) {
    const SeriesPointer& data = curve.data;
    if (!data) {
        graphs.raw->setData(SeriesData::Points::create());
        graphs.main->setData(SeriesData::Points::create());
        return;
    }
    const int width = std::max(100, m_plot.axisRect()->width());
    const auto [first, last] = visibleIndices(*data->smooth, visible);
    const int count = last - first;
    const bool isSmooth = data->smooth != data->raw;
    const bool isDense = count > width / 2;
    const QPen pen = curve.look.pen(isSmooth || !isDense ? kThickPen : 1.0);
    const bool isDashed = pen.style() != Qt::SolidLine;
    // Smooth edges of a line that fills its area cost much and show nothing.
    graphs.raw->setAntialiased(count < 4 * width);
    graphs.main->setAntialiased(isSmooth || count < 4 * width);
    graphs.raw->setData(data->raw);
    graphs.main->setPen(pen);
    if (isSmooth || (isDashed && isDense)) {
        auto points = SeriesData::Points::create();
        points->set(decimated(*data->smooth, visible, isDashed ? kDashedLimit : width), true);
        graphs.main->setData(points);
    } else {
        graphs.main->setData(data->raw);
    }
    // A single point makes no line.
    graphs.main->setScatterStyle(data->size() == 1 ? QCPScatterStyle(QCPScatterStyle::ssDisc, 6)
                                                   : QCPScatterStyle(QCPScatterStyle::ssNone));
}

} // namespace ui
