// Decides which part of the curves a plot shows: everything, the newest part, or what a person has
// zoomed to, which live data never moves. GUI thread.
#pragma once

#include "ui/plots/curve.h"

#include <optional>

namespace ui {

// From the first to the last point of all of the curves.
std::optional<QCPRange> keyRange(const QVector<Curve>& curves);

class PlotView {
public:
    QCPRange x() const { return m_now.x; }
    QCPRange y() const { return m_now.y; }
    bool isZoomed() const { return m_now.isZoomed; }
    bool isFollowing() const { return m_now.isFollowing; }

    // Zoomed: the window slides along with the newest point. Not zoomed: all points are shown.
    void setFollowing(bool follows);
    // Back to all points. `follows`: and to those still to come.
    void fit(bool follows);
    void fitOnce() { m_needsFit = true; } // at the next update, unless zoomed

    // What a person does: remembers the last view. Changes less than a moment apart count as one.
    void zoomTo(const QCPRange& x, const QCPRange& y);
    void zoomToX(const QCPRange& x); // y is fitted to what is visible
    bool back();                     // false: there is nothing to go back to
    bool forward();

    // Keys that belong to the full range besides the curves' own: those of linked plots.
    void setSharedKeys(const std::optional<QCPRange>& keys) { m_sharedKeys = keys; }

    // Ranges for the curves as they are now.
    void update(const QVector<Curve>& curves, bool isLogarithmic, bool hidesOutliers);

private:
    struct State {
        QCPRange x{0, 1};
        QCPRange y{0, 1};
        bool isZoomed = false;
        bool isFollowing = true;
    };
    void remember();
    void fitY(const QVector<Curve>& curves, bool isLogarithmic, bool hidesOutliers);

    State m_now;
    QVector<State> m_past;
    QVector<State> m_future;
    qint64 m_lastChangeMs = 0;
    std::optional<QCPRange> m_sharedKeys;
    bool m_needsFit = true;
    bool m_needsFitY = false;
};

} // namespace ui
