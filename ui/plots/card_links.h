// Makes the x axes and the cursors of several plots move together. GUI thread.
#pragma once

#include "ui/plots/curve_plot.h"

namespace ui {

class CardLinks : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    void add(CurvePlot& plot); // the plot lives as long as this
    void setShown(const QVector<CurvePlot*>& plots) { m_shown = plots; } // these take part
    void setLinked(bool isLinked);

    // Linked plots that show everything show the same range, although a value of each epoch begins
    // later than one of each step. To be called when their curves have changed.
    void shareKeys();

private:
    template <class Change>
    void forOthers(CurvePlot& source, Change change);

    QVector<CurvePlot*> m_all;
    QVector<CurvePlot*> m_shown;
    std::optional<QCPRange> m_sharedKeys;
    bool m_isLinked = true;
    bool m_isSpreading = false; // a change to the others
};

} // namespace ui
