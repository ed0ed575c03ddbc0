// What a model is lent while it acts in its environment. Training thread.
#pragma once

#include <ATen/ATen.h>

#include "core/train/torch_compat.h"
#include "core/train/train_state.h"

namespace core {

class Rollout final : public RolloutContext {
public:
    // Numbers that are logged are added to `metrics`.
    Rollout(TrainState& state, Metrics& metrics) : m_state(state), m_metrics(metrics) {}

    int64_t globalStep() const override { return m_state.globalStep; }
    int64_t epoch() const override { return m_state.epoch; }
    at::Device device() const override { return m_state.device; }
    at::Generator rng() override { return compat::defaultGenerator(m_state.device); }
    void log(std::string_view name, double value) override {
        m_metrics.set(std::string(name), value);
    }
    void requestStop(const std::string& reason) override { m_state.requestFinish(reason); }

private:
    TrainState& m_state;
    Metrics& m_metrics;
};

} // namespace core
