#include "ui/plots/curve_plot.h"

#include "ui/common/format.h"
#include "ui/common/theme.h"
#include "ui/plots/axis_tickers.h"
#include "ui/plots/decimate.h"
#include "ui/plots/hover_tip.h"
#include "ui/plots/plot_cursor.h"
#include "ui/plots/plot_marks.h"
#include "ui/plots/plot_navigation.h"

#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QToolButton>

#include <cmath>

namespace ui {
namespace {

constexpr int kRedrawMs = 33;
constexpr double kThickPen = 1.75;
constexpr int kDashedLimit = 300;  // points: a dashed line costs much more
constexpr double kRawShare = 0.32; // of the colour in the faint curve
constexpr double kRawShareOnDark = 0.45;

QColor blend(const QColor& front, const QColor& back, double share) {
    return QColor::fromRgbF(float(front.redF() * share + back.redF() * (1 - share)),
                            float(front.greenF() * share + back.greenF() * (1 - share)),
                            float(front.blueF() * share + back.blueF() * (1 - share)));
}

QCPGraph* makeGraph(QCustomPlot* plot, const QString& layer) {
    QCPGraph* graph = plot->addGraph();
    graph->setLayer(layer);
    graph->setSelectable(QCP::stNone);
    graph->setAdaptiveSampling(true);
    return graph;
}

} // namespace

CurvePlot::CurvePlot(QWidget* parent) : QCustomPlot(parent) {
    m_pause.setSingleShot(true);
    m_pause.setInterval(kRedrawMs);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        if (m_isDirty) update();
    });
    setFocusPolicy(Qt::StrongFocus);
    // Segments one by one: a thick noisy line as one path takes a hundred times longer.
    setPlottingHint(QCP::phFastPolylines, true);
    createLayers();
    createNote();
    applyPalette();
    m_navigation = new PlotNavigation(*this);
}

CurvePlot::~CurvePlot() {
    delete m_tip;
}

void CurvePlot::createLayers() {
    addLayer(QStringLiteral("raw"), layer(QStringLiteral("main")), QCustomPlot::limBelow);
    addLayer(QStringLiteral("marks"), layer(QStringLiteral("main")), QCustomPlot::limAbove);
    addLayer(QStringLiteral("cursor"), layer(QStringLiteral("overlay")), QCustomPlot::limAbove);
    layer(QStringLiteral("cursor"))->setMode(QCPLayer::lmBuffered);
    new PlotMarks(this, m_curves); // the plot owns what lies on its layers
    m_cursor = new PlotCursor(this);
    const QFontMetrics metrics(font());
    axisRect()->setMinimumMargins(
        QMargins(metrics.horizontalAdvance(QStringLiteral("0.0000")) + 12, 8, 12, 0));
    yAxis->setTickLabelPadding(6);
    xAxis->setTickLabelPadding(4);
}

void CurvePlot::createNote() {
    m_note = new QToolButton(this);
    m_note->setAutoRaise(true);
    m_note->setFocusPolicy(Qt::NoFocus);
    m_note->hide();
    connect(m_note, &QToolButton::clicked, this, [this] { setHidesOutliers(false); });
}

void CurvePlot::applyPalette() {
    const ThemeColors colors = themeColors(palette());
    setBackground(colors.card);
    QFont small = tabularFigures(font());
    if (small.pointSizeF() > 0) small.setPointSizeF(small.pointSizeF() * 0.9);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setTickLabelFont(small);
        axis->setTickLabelColor(colors.subtleText);
        axis->setBasePen(axis == xAxis ? QPen(colors.border, 1) : QPen(Qt::NoPen));
        axis->setTickPen(Qt::NoPen);
        axis->setSubTickPen(Qt::NoPen);
        axis->grid()->setPen(QPen(colors.grid, 1));
        axis->grid()->setZeroLinePen(QPen(colors.grid, 1));
    }
    styleGraphs();
    markDirty();
}

void CurvePlot::setCurves(const QVector<Curve>& curves) {
    const bool hasOthers = curves.size() != m_curves.size();
    m_hover.clear(); // points into the old curves
    m_curves = curves;
    if (hasOthers) m_view.fitOnce();
    updateGraphs();
    styleGraphs();
    markDirty();
    if (m_cursor->key()) setLinkedCursor(m_cursor->key());
}

bool CurvePlot::hasPoints() const {
    return std::any_of(m_curves.begin(), m_curves.end(),
                       [](const Curve& curve) { return curve.data && curve.data->size() > 0; });
}

void CurvePlot::updateGraphs() {
    while (m_graphs.size() > m_curves.size()) {
        const Graphs last = m_graphs.takeLast();
        removeGraph(last.raw);
        removeGraph(last.main);
    }
    while (m_graphs.size() < m_curves.size())
        m_graphs.append(Graphs{makeGraph(this, QStringLiteral("raw")),
                               makeGraph(this, QStringLiteral("main"))});
}

void CurvePlot::styleGraphs() {
    const QColor background = themeColors(palette()).card;
    const double share = isDark(palette()) ? kRawShareOnDark : kRawShare;
    for (qsizetype i = 0; i < m_graphs.size(); ++i) {
        const Curve& curve = m_curves[i];
        // Mixed with the background rather than transparent: segments then join without dots.
        m_graphs[i].raw->setPen(QPen(blend(curve.look.color, background, share), 1));
        m_graphs[i].raw->setVisible(curve.data && curve.data->smooth != curve.data->raw);
    }
}

void CurvePlot::setXAxis(XAxis axis) {
    if (axis == m_xAxis) return;
    m_xAxis = axis;
    // Ranges in the old unit mean nothing in the new one.
    m_view = PlotView();
    m_view.setFollowing(m_pageFollow);
    markDirty();
    Q_EMIT viewChanged();
}

void CurvePlot::setLogY(bool isLogarithmic) {
    if (isLogarithmic == m_isLogY) return;
    m_isLogY = isLogarithmic;
    yAxis->setScaleType(isLogarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (m_view.isZoomed())
        m_view.zoomToX(m_view.x());
    else
        m_view.fitOnce();
    markDirty();
    Q_EMIT viewChanged();
}

void CurvePlot::setHidesOutliers(bool hides) {
    if (hides == m_hidesOutliers) return;
    m_hidesOutliers = hides;
    if (m_view.isZoomed())
        m_view.zoomToX(m_view.x());
    else
        m_view.fitOnce();
    markDirty();
}

void CurvePlot::setPageFollow(bool follows) {
    m_pageFollow = follows;
    if (!m_view.isZoomed() || follows) setFollowing(follows);
}

void CurvePlot::setFollowing(bool follows) {
    if (follows == m_view.isFollowing()) return;
    m_view.setFollowing(follows);
    markDirty();
    Q_EMIT viewChanged();
}

void CurvePlot::fit() {
    m_view.fit(m_pageFollow);
    markDirty();
    Q_EMIT viewChanged();
    Q_EMIT fittedByUser();
}

void CurvePlot::zoomTo(const QCPRange& x, const QCPRange& y) {
    m_view.zoomTo(x, y);
    markDirty();
    Q_EMIT viewChanged();
    Q_EMIT zoomedByUser(m_view.x());
}

void CurvePlot::goBack() {
    if (!m_view.back()) return;
    markDirty();
    Q_EMIT viewChanged();
}

void CurvePlot::goForward() {
    if (!m_view.forward()) return;
    markDirty();
    Q_EMIT viewChanged();
}

void CurvePlot::setLinkedRange(const QCPRange& x) {
    m_view.zoomToX(x);
    markDirty();
    Q_EMIT viewChanged();
}

void CurvePlot::setSharedKeys(const std::optional<QCPRange>& keys) {
    m_view.setSharedKeys(keys);
    if (!m_view.isZoomed()) markDirty();
}

void CurvePlot::markDirty() {
    m_isDirty = true;
    if (!m_pause.isActive()) update(); // paintEvent comes only when there is something to see
}

void CurvePlot::paintEvent(QPaintEvent* event) {
    Q_EMIT exposed();
    if (m_isDirty && !m_pause.isActive()) {
        redraw();
        m_pause.start();
    }
    QCustomPlot::paintEvent(event);
}

void CurvePlot::resizeEvent(QResizeEvent*) {
    setViewport(rect());
    m_pause.stop(); // nothing stretched, nothing cut off
    markDirty();
}

void CurvePlot::changeEvent(QEvent* event) {
    QCustomPlot::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyPalette();
}

void CurvePlot::hideEvent(QHideEvent* event) {
    leave();
    QCustomPlot::hideEvent(event);
}

void CurvePlot::redraw() {
    m_isDirty = false;
    ++m_redrawCount;
    m_view.update(m_curves, m_isLogY, m_hidesOutliers);
    updateAxes();
    updateData();
    updateNote();
    replot(QCustomPlot::rpQueuedRefresh);
}

void CurvePlot::updateAxes() {
    xAxis->setRange(m_view.x());
    yAxis->setRange(m_view.y());
    xAxis->setTicker(xTicker(m_xAxis, m_view.x()));
    yAxis->setTicker(yTicker(m_isLogY, m_view.y()));
    const bool isEmpty = !hasPoints();
    for (QCPAxis* axis : {xAxis, yAxis})
        axis->setTickLabels(!isEmpty);
}

void CurvePlot::updateData() {
    const int width = std::max(100, axisRect()->width());
    for (qsizetype i = 0; i < m_graphs.size(); ++i) {
        const SeriesPointer& data = m_curves[i].data;
        QCPGraph* main = m_graphs[i].main;
        if (!data) {
            main->data()->clear();
            continue;
        }
        m_graphs[i].raw->setData(data->raw);
        const auto [first, last] = visibleIndices(*data->smooth, m_view.x());
        const bool isSmooth = data->smooth != data->raw;
        const bool isDense = last - first > width / 2;
        // Smooth edges of a line that fills its area cost much and show nothing.
        m_graphs[i].raw->setAntialiased(last - first < 4 * width);
        main->setAntialiased(isSmooth || last - first < 4 * width);
        QPen pen = m_curves[i].look.pen(isSmooth || !isDense ? kThickPen : 1.0);
        const bool isDashed = pen.style() != Qt::SolidLine;
        main->setPen(pen);
        if (isSmooth || (isDashed && isDense)) {
            auto points = QSharedPointer<QCPGraphDataContainer>::create();
            points->set(decimated(*data->smooth, m_view.x(), isDashed ? kDashedLimit : width),
                        true);
            main->setData(points);
        } else {
            main->setData(data->raw); // adaptive sampling keeps every spike
        }
        // A single point makes no line.
        const bool isDot = last - first <= 3 && data->size() <= 1;
        main->setScatterStyle(isDot ? QCPScatterStyle(QCPScatterStyle::ssDisc, 6)
                                    : QCPScatterStyle(QCPScatterStyle::ssNone));
    }
}

QString CurvePlot::note() const {
    QStringList notes;
    if (m_isLogY) {
        int64_t count = 0;
        for (const Curve& curve : m_curves)
            count += curve.data ? curve.data->nonPositiveCount : 0;
        if (count > 0)
            notes.append(count == 1 ? tr("1 point ≤ 0 not shown")
                                    : tr("%1 points ≤ 0 not shown").arg(countText(count)));
    }
    if (m_hidesOutliers) {
        int64_t count = 0;
        for (const Curve& curve : m_curves)
            if (curve.data) count += countOutside(*curve.data->raw, m_view.x(), m_view.y());
        if (count > 0)
            notes.append(count == 1 ? tr("1 point outside")
                                    : tr("%1 points outside").arg(countText(count)));
    }
    return notes.join(QStringLiteral(" · "));
}

void CurvePlot::updateNote() {
    const QString text = note();
    m_note->setVisible(!text.isEmpty());
    if (text.isEmpty()) return;
    m_note->setText(text);
    m_note->setToolTip(m_hidesOutliers ? tr("Show the full range") : QString());
    m_note->adjustSize();
    m_note->move(width() - m_note->width() - kHalfSpacing, kHalfSpacing);
}

void CurvePlot::hoverAt(const QPoint& place) {
    if (!axisRect()->rect().contains(place)) {
        leave();
        return;
    }
    showCursor(xAxis->pixelToCoord(place.x()), &place);
}

// Snaps to the nearest point; `place`: of the pointer, none when keys move the cursor.
void CurvePlot::showCursor(double key, const QPoint* place) {
    m_hover = hoverPoints(m_curves, key, m_view.x());
    HoverPoint* nearest = nullptr;
    double nearestDistance = 0.0;
    for (HoverPoint& point : m_hover) {
        const double x = xAxis->coordToPixel(point.key);
        const double y = yAxis->coordToPixel(point.drawnValue());
        double distance = place
                              ? std::hypot(x - place->x(), std::isfinite(y) ? y - place->y() : 1e6)
                              : (point.curve - m_curves.constData() == m_hoverCurve ? 0.0 : 1.0);
        if (!nearest || distance < nearestDistance) {
            nearest = &point;
            nearestDistance = distance;
        }
    }
    if (!nearest) {
        leave();
        return;
    }
    nearest->isNearest = true;
    m_hoverCurve = int(nearest->curve - m_curves.constData());
    QVector<PlotCursor::Dot> dots;
    for (const HoverPoint& point : std::as_const(m_hover))
        dots.append({point.key, point.drawnValue(), point.curve->look.color, point.isNearest});
    m_cursor->setKey(nearest->key, dots);
    if (!m_tip || m_tip->parentWidget() != window()) {
        delete m_tip;
        m_tip = new HoverTip(window());
    }
    const QPoint anchor =
        place ? *place
              : QPoint(int(xAxis->coordToPixel(nearest->key)), axisRect()->rect().center().y());
    m_tip->showAt(mapTo(window(), anchor), m_hover);
    Q_EMIT cursorMoved(nearest->key);
}

void CurvePlot::moveCursor(int points) {
    if (m_hoverCurve >= m_curves.size() || !m_curves[m_hoverCurve].data) m_hoverCurve = 0;
    if (m_curves.isEmpty() || !m_curves[m_hoverCurve].data) return;
    const SeriesData& data = *m_curves[m_hoverCurve].data;
    if (data.size() == 0) return;
    const double key = m_cursor->key().value_or(m_view.x().center());
    const qint64 index = qint64(nearestIndex(data, key)) + (m_cursor->key() ? points : 0);
    const double target = data.key(size_t(std::clamp<qint64>(index, 0, qint64(data.size()) - 1)));
    if (m_view.x().contains(target)) showCursor(target, nullptr);
}

void CurvePlot::leave() {
    m_hover.clear();
    if (m_tip) m_tip->hide();
    if (!m_cursor->key()) return;
    m_cursor->setKey(std::nullopt, {});
    Q_EMIT cursorMoved(std::nullopt);
}

void CurvePlot::setLinkedCursor(std::optional<double> key) {
    QVector<PlotCursor::Dot> dots;
    if (key)
        for (const HoverPoint& point : hoverPoints(m_curves, *key, m_view.x()))
            dots.append({point.key, point.drawnValue(), point.curve->look.color, false});
    m_cursor->setKey(key, dots);
}

void CurvePlot::showBox(const QRect& box) {
    m_cursor->setBox(box.intersected(axisRect()->rect()));
}

void CurvePlot::copyHover() const {
    if (!m_hover.isEmpty()) QGuiApplication::clipboard()->setText(hoverText(m_hover));
}

} // namespace ui
