#include "core/train/step_runner.h"

#include <algorithm>
#include <cmath>

#include <ATen/ATen.h>

#include "core/error.h"
#include "core/train/guarded.h"
#include "core/train/torch_compat.h"

namespace core {

StepRunner::StepRunner(TrainState& state, CallbackList& callbacks, OptimizerSet& optimizers,
                       DynamicScaler* scaler)
    : m_state(state),
      m_callbacks(callbacks),
      m_optimizers(optimizers),
      m_scaler(scaler),
      m_keepsWindow(std::any_of(optimizers.slots().begin(), optimizers.slots().end(),
                                [](const OptimizerSlot& slot) { return slot.needsClosure; })) {
    if (m_scaler) m_state.lossScale = m_scaler->scale();
}

void StepRunner::openWindow(bool isSingle) {
    m_isSingle = isSingle;
    m_windowWeight = 0.0;
    m_isSkipped = m_wasTried = m_hasOverflowed = false;
    m_isEmpty = true;
    m_state.logged.clear();
    m_state.stepWasSkipped = false;
    resetGradients(m_optimizers.trainable());
    if (m_keepsWindow) openReplay();
}

void StepRunner::runBatch(const Batch& batch, bool closesWindow) {
    m_closesWindow = closesWindow;
    m_wasStepped = false;
    m_hasGradients = false;
    m_batchWeight = batch.weight;
    m_windowWeight += batch.weight;
    trainOn(batch);
    m_callbacks.fire(Event::AfterLoss, m_state);
    const bool isManual = m_wasStepped || m_state.model->manualOptimization();
    if (!isManual && m_state.result.weight > 0.0) backwardOnResult();
    // From here on nothing may keep the graph alive.
    if (m_state.result.loss.defined()) m_state.result.loss = m_state.result.loss.detach();
    if (m_keepsWindow) keepForReplay(batch);
    if (m_hasGradients) m_callbacks.fire(Event::AfterBackward, m_state);
}

void StepRunner::trainOn(const Batch& batch) {
    m_state.result = runModel(batch);
    m_windowWeight += m_state.result.weight - m_batchWeight;
    m_batchWeight = m_state.result.weight;
    for (const auto& [name, value] : m_state.result.log)
        log(name, value, m_batchWeight);
}

StepResult StepRunner::runModel(const Batch& batch) {
    return guarded([] { return "The model failed in batchTrain"; },
                   [&] {
                       const AutocastScope autocast(m_state.precision, m_state.device);
                       return m_state.model->batchTrain(batch, *this);
                   });
}

void StepRunner::backwardOnResult() {
    guarded([] { return "Backward failed"; }, [&] { backward(m_state.result.loss, false); });
}

void StepRunner::backward(const at::Tensor& loss, bool createGraph) {
    if (!loss.defined()) throw Error("batchTrain gave no loss");
    if (loss.numel() != 1)
        throw Error("The loss has the shape " + c10::str(loss.sizes()) +
                    "; it must be one number, such as the mean");
    if (!loss.requires_grad())
        throw Error("The loss does not depend on any parameter that can be trained");
    m_isEmpty = false;
    m_hasGradients = true;
    const AutocastScope fullPrecision(Precision::Float32, m_state.device);
    const double seed = seedOf(m_batchWeight);
    if (seed == 1.0)
        loss.backward({}, {}, createGraph);
    else
        loss.backward(gradientSeed(loss, seed), {}, createGraph);
}

// What backward starts from, and gradients are divided by later. The window's weight is left out
// where it has one batch: it would be multiplied and divided by the same number.
double StepRunner::seedOf(double weight) const {
    return (m_isSingle ? 1.0 : weight) * (m_scaler ? m_scaler->scale() : 1.0);
}

const at::Tensor& StepRunner::gradientSeed(const at::Tensor& loss, double value) {
    const bool isSame = m_seed.defined() && m_seedValue == value &&
                        m_seed.sizes() == loss.sizes() && m_seed.dtype() == loss.dtype();
    if (!isSame) {
        m_seed = at::full_like(loss.detach(), value);
        m_seedValue = value;
    }
    return m_seed;
}

void StepRunner::closeWindow() {
    const bool isManual = m_wasStepped || m_state.model->manualOptimization();
    m_canReplay = !isManual;
    if (!isManual && m_isEmpty) m_isSkipped = true; // weight 0: there is nothing to learn from
    if (!isManual && !m_isEmpty) {
        if (m_optimizers.slots().empty())
            optimizeWithoutOptimizer();
        else
            guarded([] { return "The model failed in optimize"; },
                    [&] { m_state.model->optimize(*this); });
    }
    m_canReplay = false;
    m_window.clear();
    m_state.stepWasSkipped = m_isSkipped;
    if (m_isSkipped) ++m_state.skippedSteps;
    updateScale();
}

void StepRunner::updateScale() {
    if (!m_scaler || !m_wasTried) return;
    m_scaler->update(m_hasOverflowed);
    m_state.lossScale = m_scaler->scale();
}

void StepRunner::optimizeWithoutOptimizer() {
    const bool isFinite = prepareStep("", m_optimizers.trainable(), m_state.clip);
    if (isFinite)
        guarded([] { return "The model failed in optimize"; },
                [&] { m_state.model->optimize(*this); });
    finishStep(!isFinite);
}

// True: the gradients are finite, or lie on a GPU, where asking would make every step wait.
bool StepRunner::prepareStep(std::string_view name, const Parameters& parameters,
                             const ClipLimits& clip) {
    m_wasTried = true;
    unscale(parameters);
    m_state.optimizer = name;
    m_state.gradientNorm = gradientNorm(parameters);
    if (m_scaler && m_state.gradientNorm.onDevice.defined()) // an overflow is not to be missed
        m_state.gradientNorm = {m_state.gradientNorm.onDevice.item<double>(), {}};
    if (!std::isfinite(m_state.gradientNorm.value)) {
        m_hasOverflowed = true;
        return false;
    }
    m_callbacks.fire(Event::GradientsReady, m_state);
    clipGradients(parameters, m_state.gradientNorm, clip);
    m_callbacks.fire(Event::BeforeOptimizerStep, m_state);
    return true;
}

// From the sum over the window's batches, times the loss scale, to the gradients of its mean.
void StepRunner::unscale(const Parameters& parameters) {
    const double divisor = seedOf(m_windowWeight);
    if (divisor != 1.0 && divisor != 0.0) divideGradients(parameters, divisor);
}

void StepRunner::finishStep(bool wasSkipped) {
    m_isSkipped = m_isSkipped || wasSkipped;
    m_state.stepWasSkipped = wasSkipped;
    if (wasSkipped && !m_hasWarned) warnOfSkipping();
    m_callbacks.fire(Event::AfterOptimizerStep, m_state);
}

void StepRunner::warnOfSkipping() {
    m_hasWarned = true;
    if (m_scaler)
        m_state.note(EventLevel::Info, "skipped",
                     "A gradient overflowed: the step was left out and the loss scale lowered, as "
                     "happens now and then in mixed precision. Further ones are counted only");
    else
        m_state.note(EventLevel::Warning, "skipped",
                     "A gradient is NaN or infinite: the step was left out. A lower learning rate "
                     "or gradient clipping may help");
}

bool StepRunner::step(std::string_view optimizer) {
    OptimizerSlot& slot = m_optimizers.find(optimizer);
    m_wasStepped = true;
    if (!slot.needsClosure) return takeStep(slot, nullptr);
    const Replay replay = replayOf(slot);
    return takeStep(slot, &replay);
}

bool StepRunner::takeStep(OptimizerSlot& slot, const Replay* replay) {
    const AutocastScope fullPrecision(Precision::Float32, m_state.device); // from batchTrain
    const bool isDone = prepareStep(slot.name, slot.parameters, clipOf(slot)) && move(slot, replay);
    finishStep(!isDone);
    return isDone;
}

bool StepRunner::move(OptimizerSlot& slot, const Replay* replay) {
    slot.applySchedule(m_state.epoch, m_state.epochCount, m_state.totalSteps);
    if (!replay)
        slot.optimizer->step();
    else if (!moveWithClosure(slot, *replay))
        return false;
    ++slot.stepCount;
    m_hasMoved = true;
    return true;
}

at::Generator StepRunner::rng() {
    return compat::defaultGenerator(m_state.device);
}

void StepRunner::log(std::string_view name, const at::Tensor& value, double weight) {
    if (m_isReplaying) return; // logged the first time
    if (value.numel() != 1)
        throw Error("The logged number " + std::string(name) + " has the shape " +
                    c10::str(value.sizes()) + "; log one number, such as the mean");
    m_state.logged.push_back({keepName(name), value.detach(), weight});
}

std::string_view StepRunner::keepName(std::string_view name) {
    for (const std::string& known : m_names)
        if (known == name) return known;
    return m_names.emplace_back(name);
}

} // namespace core
