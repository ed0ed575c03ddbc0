// A weighted mean of numbers that may lie on a GPU, taken without waiting for it. Training thread.
#pragma once

#include "core/train/train_state.h"

namespace core {

class LateMean {
public:
    void reset() { *this = LateMean(); }
    void add(const at::Tensor& value, double weight); // 0-dim or one number; weight > 0
    bool empty() const { return m_weight == 0.0; }
    LateNumber mean() const; // NaN when empty

private:
    double m_sum = 0.0;
    double m_weight = 0.0;
    at::Tensor m_lateSum; // 0-dim float32 on the GPU
    at::Tensor m_single;  // the first value, while it is the only one
};

// The values of 0-dim float32 tensors on one device, with one copy for all.
std::vector<float> fetchTogether(const std::vector<at::Tensor>& values);

// The number itself when it is on the CPU.
LateNumber lateNumber(const at::Tensor& value);

} // namespace core
