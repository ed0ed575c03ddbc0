#include "core/train/callbacks/ema.h"

#include <algorithm>

#include <ATen/ATen.h>

namespace core {
namespace {

// A copy that small changes are not lost in.
at::Tensor precise(const at::Tensor& weight) {
    const bool isReduced = weight.is_floating_point() && weight.element_size() < 4;
    return weight.detach().to(isReduced ? at::kFloat : weight.scalar_type(), false, true);
}

} // namespace

Ema::Options Ema::optionsFrom(const Params& params) {
    return {params.real("decay"), params.flag("warm_up"), params.integer("start"),
            params.text("evaluate") == "ema"};
}

Ema::Ema(Options options) : Callback("ema", order::kDecided), m_options(options) {}

void Ema::subscribe(Subscriptions& subscriptions) {
    subscriptions.on(Event::Setup, this, &Ema::onSetup);
    subscriptions.on(Event::FitStart, this, &Ema::takeFirst);
    subscriptions.on(Event::StepEnd, this, &Ema::onStepEnd);
    if (!m_options.isUsed) return;
    subscriptions.on(Event::EvalStart, this, &Ema::swapIn);
    subscriptions.on(Event::EvalEnd, this, &Ema::swapOut);
    subscriptions.on(Event::FitEnd, this, &Ema::onFitEnd);
    subscriptions.on(Event::Exception, this, &Ema::swapOut);
}

void Ema::onSetup(TrainState& state) {
    for (const auto& item : state.model->named_parameters())
        m_averages.push_back({item.key(), item.value(), {}});
}

// That of a single value is the value.
void Ema::takeFirst(TrainState& state) {
    if (hasAverage() || state.globalStep < m_options.start) return;
    for (Average& average : m_averages)
        average.value = precise(average.weight);
    m_updates = 0;
}

double Ema::decay() const {
    if (!m_options.warmsUp) return m_options.decay;
    const auto n = static_cast<double>(m_updates);
    return std::min(m_options.decay, (1.0 + n) / (10.0 + n));
}

void Ema::onStepEnd(TrainState& state) {
    if (!hasAverage()) return takeFirst(state);
    if (state.stepWasSkipped) return;
    const at::NoGradGuard noGrad;
    const double part = 1.0 - decay();
    for (Average& average : m_averages) {
        if (average.value.is_floating_point())
            average.value.lerp_(average.weight.detach().to(average.value.scalar_type()), part);
        else
            average.value.copy_(average.weight);
    }
    ++m_updates;
}

void Ema::swapIn(TrainState&) {
    if (!hasAverage()) return;
    const at::NoGradGuard noGrad;
    for (const Average& average : m_averages) {
        m_trained.push_back(average.weight.detach().clone());
        average.weight.copy_(average.value);
    }
}

void Ema::swapOut(TrainState&) {
    const at::NoGradGuard noGrad;
    for (size_t i = 0; i < m_trained.size(); ++i)
        m_averages[i].weight.copy_(m_trained[i]);
    m_trained.clear();
}

void Ema::onFitEnd(TrainState& state) {
    if (state.ending == Ending::Paused || state.areWeightsFinal || !hasAverage()) return;
    swapIn(state);
    m_trained.clear();
    state.areWeightsFinal = true;
}

void Ema::saveState(Archive& archive) const {
    archive.write("updates", m_updates);
    Archive weights;
    if (hasAverage())
        for (const Average& average : m_averages)
            weights.write(average.name, average.value);
    archive.writeSection("weights", weights);
}

void Ema::loadState(const Archive& archive) {
    m_updates = archive.integer("updates");
    if (!hasAverage()) return;
    const Archive weights = archive.section("weights");
    for (Average& average : m_averages)
        average.value = precise(weights.tensor(average.name)).to(average.weight.device());
}

} // namespace core
