#include "ui/plots/smoothing.h"

#include <cmath>

namespace ui {

Smoother::Smoother(double weight) : m_weight(weight) {}

// TensorBoard, classicSmoothing: last = last * w + (1 - w) * y; out = last / (1 - w ^ n).
double Smoother::next(double value) {
    if (!std::isfinite(value) || m_weight <= 0.0) return value;
    if (m_count++ == 0) m_first = value;
    m_isConstant = m_isConstant && value == m_first;
    m_average = m_average * m_weight + (1.0 - m_weight) * value;
    m_weightPower *= m_weight;
    if (m_isConstant) return value; // else rounding would draw a wavy line
    return m_weightPower < 1.0 ? m_average / (1.0 - m_weightPower) : m_average;
}

void Smoother::restart() {
    *this = Smoother(m_weight);
}

} // namespace ui
