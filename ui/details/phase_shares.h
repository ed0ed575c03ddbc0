// Where the time of a run goes, as its profiler says: a bar divided among the phases, and what they
// are. While it trains that is the last second, afterwards the whole run. GUI thread.
#pragma once

#include <vector>

#include "core/store/run_record.h"
#include "ui/common/section.h"

class QLabel;

namespace ui {

class PhaseShares : public Section {
    Q_OBJECT

public:
    explicit PhaseShares(QWidget* parent = nullptr);

    // Those of a run; without any profile/... this hides itself.
    void setMetrics(const std::vector<core::MetricRecord>& metrics);

protected:
    void changeEvent(QEvent* event) override;

private:
    class Bar;
    void showLegend();

    Bar* m_bar;
    QLabel* m_legend;
};

} // namespace ui
