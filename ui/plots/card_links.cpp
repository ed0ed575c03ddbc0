#include "ui/plots/card_links.h"

#include "ui/plots/plot_hover.h"

namespace ui {

void CardLinks::add(CurvePlot& plot) {
    m_all.append(&plot);
    plot.setSharedKeys(m_sharedKeys);
    connect(&plot, &CurvePlot::zoomedByUser, this, [this, &plot](const QCPRange& x) {
        forOthers(plot, [&](CurvePlot& other) { other.setLinkedRange(x); });
    });
    connect(&plot, &CurvePlot::fittedByUser, this,
            [this, &plot] { forOthers(plot, [](CurvePlot& other) { other.fit(); }); });
    connect(&plot.hover(), &PlotHover::moved, this, [this, &plot](std::optional<double> key) {
        forOthers(plot, [&](CurvePlot& other) { other.hover().showLinked(key); });
    });
}

template <class Change>
void CardLinks::forOthers(CurvePlot& source, Change change) {
    if (!m_isLinked || m_isSpreading) return;
    m_isSpreading = true;
    for (CurvePlot* plot : std::as_const(m_shown))
        if (plot != &source) change(*plot);
    m_isSpreading = false;
}

void CardLinks::setLinked(bool isLinked) {
    m_isLinked = isLinked;
    shareKeys();
}

void CardLinks::shareKeys() {
    std::optional<QCPRange> keys;
    for (const CurvePlot* plot : std::as_const(m_shown)) {
        const std::optional<QCPRange> own = keyRange(plot->curves());
        // While the axis changes, plots change one after the other.
        if (!m_isLinked || !own || plot->xAxisKind() != m_shown.first()->xAxisKind()) continue;
        if (keys)
            keys->expand(*own);
        else
            keys = own;
    }
    const bool isSame =
        keys.has_value() == m_sharedKeys.has_value() &&
        (!keys || (keys->lower == m_sharedKeys->lower && keys->upper == m_sharedKeys->upper));
    if (isSame) return;
    m_sharedKeys = keys;
    for (CurvePlot* plot : std::as_const(m_all))
        plot->setSharedKeys(keys);
}

} // namespace ui
