// The plot of a card: curves of any length (CurveGraphs), a part of them (PlotView), what lies
// under the pointer (PlotHover), what a person does (PlotNavigation). Draws only while it is on
// screen, at most 30 times a second. GUI thread.
#pragma once

#include "ui/plots/curve_graphs.h"
#include "ui/plots/plot_view.h"

#include <QtCore/QTimer>

#include <optional>

class QToolButton;

namespace ui {

class PlotCursor;
class PlotHover;

class CurvePlot : public QCustomPlot {
    Q_OBJECT

public:
    explicit CurvePlot(QWidget* parent = nullptr);

    void setCurves(const QVector<Curve>& curves);
    const QVector<Curve>& curves() const { return m_curves; }
    bool hasPoints() const;

    void setXAxis(XAxis axis); // what the curves' keys mean
    XAxis xAxisKind() const { return m_xAxis; }
    void setLogY(bool isLogarithmic);
    bool isLogY() const { return m_isLogY; }
    void setHidesOutliers(bool hides);

    // The wish of the whole page; a zoom of this card turns it off for this card alone.
    void setPageFollow(bool follows);
    void setFollowing(bool follows);
    bool isFollowing() const { return m_view.isFollowing(); }
    bool isZoomed() const { return m_view.isZoomed(); }

    // What a person does with mouse or keys.
    void fit();
    void zoomTo(const QCPRange& x, const QCPRange& y);
    void goBack();
    void goForward();
    void showBox(const QRect& box); // that is being zoomed to; empty: none
    PlotHover& hover() { return *m_hover; }

    // From another card whose x axis is linked with this one.
    void setLinkedRange(const QCPRange& x);
    void setSharedKeys(const std::optional<QCPRange>& keys);

    void markDirty();
    int redrawCount() const { return m_redrawCount; }
    QString note() const;

Q_SIGNALS:
    void viewChanged(); // zoomed, following, log y
    void zoomedByUser(const QCPRange& x);
    void fittedByUser();
    void exposed(); // is about to be painted

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void createLayers();
    void createNote();
    void applyPalette();
    void redraw();
    void updateAxes();
    void updateNote();

    QVector<Curve> m_curves;
    CurveGraphs m_graphs;
    PlotView m_view;
    XAxis m_xAxis = XAxis::Step;
    bool m_isLogY = false;
    bool m_hidesOutliers = false;
    bool m_pageFollow = true;
    bool m_isDirty = true;
    int m_redrawCount = 0;
    QTimer m_pause;                 // since the last redraw
    PlotCursor* m_cursor = nullptr; // the plot's layer owns it
    PlotHover* m_hover = nullptr;
    QToolButton* m_note = nullptr;
};

} // namespace ui
