// Smooths a curve exactly as TensorBoard does: an exponential moving average freed of its start-up
// bias, over every point. Values; any thread.
#pragma once

#include <cstdint>

namespace ui {

class Smoother {
public:
    explicit Smoother(double weight); // weight in [0, 1): 0 changes nothing

    // The smoothed value after `value`. What is not finite is returned as it is and leaves the
    // average alone. As long as all values are equal they are returned as they are.
    double next(double value);
    void restart(); // at each session of a run, whose values do not continue the last one's

private:
    double m_weight;
    double m_average = 0.0;
    double m_weightPower = 1.0; // weight ^ count
    double m_first = 0.0;
    int64_t m_count = 0;
    bool m_isConstant = true;
};

} // namespace ui
