// The graphs that draw a plot's curves: each as logged, faint, and smoothed in front of it. GUI
// thread.
#pragma once

#include "ui/plots/curve.h"

namespace ui {

class CurveGraphs {
public:
    // Adds the layer of the faint curves to `plot`, which owns layers and graphs.
    explicit CurveGraphs(QCustomPlot& plot);

    void style(const QVector<Curve>& curves); // makes a pair of graphs for each
    void setData(const QVector<Curve>& curves, const QCPRange& visible);

private:
    struct Pair {
        QCPGraph* raw; // hidden when nothing is smoothed
        QCPGraph* main;
    };
    QCPGraph* makeGraph(const QString& layer);
    void setData(const Pair& graphs, const Curve& curve, const QCPRange& visible);

    QCustomPlot& m_plot;
    QVector<Pair> m_pairs;
};

} // namespace ui
