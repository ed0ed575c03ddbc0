// The plot of a card: draws curves of any length, shows a part of them (PlotView) and what lies
// under the pointer. Draws only while it is on screen, at most 30 times a second. GUI thread.
#pragma once

#include "ui/plots/hover_points.h"
#include "ui/plots/plot_view.h"

#include <QtCore/QPointer>
#include <QtCore/QTimer>

#include <optional>

class QToolButton;

namespace ui {

class HoverTip;
class PlotCursor;
class PlotNavigation;

class CurvePlot : public QCustomPlot {
    Q_OBJECT

public:
    explicit CurvePlot(QWidget* parent = nullptr);
    ~CurvePlot() override;

    void setCurves(const QVector<Curve>& curves);
    const QVector<Curve>& curves() const { return m_curves; }
    bool hasPoints() const;

    void setXAxis(XAxis axis); // what the curves' keys mean
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
    void hoverAt(const QPoint& place);
    void moveCursor(int points); // along the curve that was nearest last
    void leave();
    void showBox(const QRect& box);
    void copyHover() const;

    // From another card whose x axis is linked with this one.
    void setLinkedRange(const QCPRange& x);
    void setSharedKeys(const std::optional<QCPRange>& keys);
    void setLinkedCursor(std::optional<double> key);

    void markDirty();
    int redrawCount() const { return m_redrawCount; }
    QString note() const;

Q_SIGNALS:
    void viewChanged(); // zoomed, following, log y
    void zoomedByUser(const QCPRange& x);
    void fittedByUser();
    void cursorMoved(std::optional<double> key);
    void exposed(); // is about to be painted

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    struct Graphs {
        QCPGraph* raw; // faint, behind; hidden when nothing is smoothed
        QCPGraph* main;
    };
    void createLayers();
    void createNote();
    void applyPalette();
    void updateGraphs();
    void styleGraphs();
    void redraw();
    void updateAxes();
    void updateData();
    void updateNote();
    void showCursor(double key, const QPoint* place);

    QVector<Curve> m_curves;
    QVector<Graphs> m_graphs;
    PlotView m_view;
    XAxis m_xAxis = XAxis::Step;
    bool m_isLogY = false;
    bool m_hidesOutliers = false;
    bool m_pageFollow = true;
    bool m_isDirty = true;
    int m_redrawCount = 0;
    QTimer m_pause;                 // since the last redraw
    PlotCursor* m_cursor = nullptr; // the plot's layer owns it
    PlotNavigation* m_navigation = nullptr;
    QPointer<HoverTip> m_tip; // a child of the window
    QToolButton* m_note = nullptr;
    QVector<HoverPoint> m_hover; // what the tip shows; points into m_curves
    int m_hoverCurve = 0;
};

} // namespace ui
