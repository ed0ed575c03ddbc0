#include "ui/plots/curve_plot.h"

#include "ui/common/format.h"
#include "ui/common/theme.h"
#include "ui/plots/axis_tickers.h"
#include "ui/plots/decimate.h"
#include "ui/plots/plot_cursor.h"
#include "ui/plots/plot_hover.h"
#include "ui/plots/plot_marks.h"
#include "ui/plots/plot_navigation.h"

#include <QtWidgets/QToolButton>

#include <algorithm>

namespace ui {
namespace {

constexpr int kRedrawMs = 33;

} // namespace

CurvePlot::CurvePlot(QWidget* parent) : QCustomPlot(parent), m_graphs(*this) {
    m_pause.setSingleShot(true);
    m_pause.setInterval(kRedrawMs);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        if (m_isDirty) update();
    });
    setFocusPolicy(Qt::StrongFocus);
    createLayers();
    createNote();
    applyPalette();
    new PlotNavigation(*this); // a child
}

void CurvePlot::createLayers() {
    addLayer(QStringLiteral("marks"), layer(QStringLiteral("main")), QCustomPlot::limAbove);
    addLayer(QStringLiteral("cursor"), layer(QStringLiteral("overlay")), QCustomPlot::limAbove);
    layer(QStringLiteral("cursor"))->setMode(QCPLayer::lmBuffered);
    new PlotMarks(this, m_curves); // the plot owns what lies on its layers
    m_cursor = new PlotCursor(this);
    m_hover = new PlotHover(*this, *m_cursor, m_curves);
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
    m_graphs.style(m_curves);
    markDirty();
}

void CurvePlot::setCurves(const QVector<Curve>& curves) {
    const bool hasOthers = curves.size() != m_curves.size();
    m_curves = curves;
    if (hasOthers) m_view.fitOnce();
    m_graphs.style(m_curves);
    m_hover->onCurvesChanged();
    markDirty();
}

bool CurvePlot::hasPoints() const {
    return std::any_of(m_curves.begin(), m_curves.end(),
                       [](const Curve& curve) { return curve.data && curve.data->size() > 0; });
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
    m_hover->leave();
    QCustomPlot::hideEvent(event);
}

void CurvePlot::redraw() {
    m_isDirty = false;
    ++m_redrawCount;
    m_view.update(m_curves, m_isLogY, m_hidesOutliers);
    updateAxes();
    m_graphs.setData(m_curves, m_view.x());
    updateNote();
    replot(QCustomPlot::rpQueuedRefresh);
}

void CurvePlot::updateAxes() {
    xAxis->setRange(m_view.x());
    yAxis->setRange(m_view.y());
    xAxis->setTicker(xTicker(m_xAxis, m_view.x(), axisRect()->width()));
    yAxis->setTicker(yTicker(m_isLogY, m_view.y()));
    const bool isEmpty = !hasPoints();
    for (QCPAxis* axis : {xAxis, yAxis})
        axis->setTickLabels(!isEmpty);
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

void CurvePlot::showBox(const QRect& box) {
    m_cursor->setBox(box.intersected(axisRect()->rect()));
}

} // namespace ui
