// The part of the StepRunner that evaluates a loss by a function: optimizeWith(), and optimizers
// that do so several times in one step (L-BFGS).
//
// Such an optimizer sees one fixed function of the weights: the same batches, each weighted as in
// the window, and the same random numbers (dropout) every time, or it would take their change for
// curvature. Gradients are not clipped for the same reason. Events are fired and numbers logged for
// the first evaluation alone, which is the window itself; running statistics of batch normalization
// move with every one.
#include <algorithm>
#include <utility>

#include <ATen/ATen.h>

#include "core/error.h"
#include "core/train/snapshot.h"
#include "core/train/step_runner.h"

namespace core {
namespace {

// These parameters do not require a gradient while this lives.
class Freeze {
public:
    explicit Freeze(const Parameters& parameters) : m_parameters(parameters) { set(false); }
    ~Freeze() { set(true); }
    Freeze(const Freeze&) = delete;
    Freeze& operator=(const Freeze&) = delete;

private:
    void set(bool requiresGrad) {
        for (const at::Tensor& parameter : m_parameters)
            parameter.set_requires_grad(requiresGrad);
    }
    const Parameters& m_parameters;
};

std::vector<at::Tensor> copiesOf(const Parameters& parameters) {
    std::vector<at::Tensor> copies;
    for (const at::Tensor& parameter : parameters)
        copies.push_back(parameter.detach().clone());
    return copies;
}

void putBack(const Parameters& parameters, const std::vector<at::Tensor>& copies) {
    const at::NoGradGuard noGrad;
    for (size_t i = 0; i < parameters.size(); ++i)
        parameters[i].copy_(copies[i]);
}

bool areFinite(const Parameters& parameters) {
    const at::NoGradGuard noGrad;
    return std::all_of(parameters.begin(), parameters.end(), [](const at::Tensor& parameter) {
        return at::isfinite(parameter).all().item<bool>();
    });
}

} // namespace

at::Tensor StepRunner::optimizeWith(std::string_view optimizer,
                                    const std::function<at::Tensor()>& lossFn) {
    OptimizerSlot& slot = m_optimizers.find(optimizer);
    m_wasStepped = true;
    if (slot.needsClosure && !m_isSingle)
        throw Error("The optimizer " + slot.name +
                    " evaluates the loss several times per step. With optimizeWith() it can do so "
                    "for one batch alone: set the batches per step to 1");
    if (m_isSingle) resetGradients(slot.parameters);
    Replay replay;
    replay.evaluate = [&] {
        const AutocastScope autocast(m_state.precision, m_state.device);
        const at::Tensor loss = lossFn();
        backward(loss, false);
        return loss.detach();
    };
    if (slot.needsClosure) replay.generators = saveGenerators(m_state.device);
    at::Tensor loss;
    {
        const Freeze freeze(slot.others);
        loss = replay.evaluate();
    }
    if (slot.needsClosure) replay.firstLoss = loss.item<double>();
    if (m_closesWindow) takeStep(slot, slot.needsClosure ? &replay : nullptr);
    return loss;
}

void StepRunner::openReplay() {
    m_window.clear();
    m_windowLoss = 0.0;
    m_hasMoved = false;
    m_generators = saveGenerators(m_state.device);
}

void StepRunner::keepForReplay(const Batch& batch) {
    m_window.push_back(batch);
    const StepResult& result = m_state.result;
    if (result.weight > 0.0 && result.loss.defined())
        m_windowLoss += result.weight * result.loss.item<double>();
}

StepRunner::Replay StepRunner::replayOf(OptimizerSlot& slot) {
    if (!m_canReplay)
        throw Error("The optimizer " + slot.name +
                    " evaluates the loss several times per step, which step() in batchTrain cannot "
                    "give it: call optimizeWith() there, or leave the step to the Trainer");
    Replay replay;
    replay.evaluate = [this] { return replayWindow(); };
    replay.generators = m_generators;
    // The gradients of the window are of the weights before any optimizer's step.
    if (!m_hasMoved) replay.firstLoss = m_windowLoss / m_windowWeight;
    return replay;
}

at::Tensor StepRunner::replayWindow() {
    double loss = 0.0;
    for (size_t i = 0; i < m_window.size(); ++i) {
        m_closesWindow = i + 1 == m_window.size();
        const StepResult result = runModel(m_window[i]);
        if (result.weight <= 0.0) continue;
        m_batchWeight = result.weight;
        backward(result.loss, false);
        loss += result.weight * result.loss.item<double>();
    }
    return at::scalar_tensor(loss / m_windowWeight, at::kDouble);
}

// False: it ended in weights that are not finite and was taken back. The optimizer then begins to
// learn the curvature anew.
bool StepRunner::moveWithClosure(OptimizerSlot& slot, const Replay& replay) {
    const std::vector<at::Tensor> before = copiesOf(slot.parameters);
    const Archive generators = saveGenerators(m_state.device);
    {
        const Freeze freeze(slot.others);
        std::optional<double> firstLoss = replay.firstLoss;
        m_isReplaying = true;
        slot.optimizer->step([&] {
            if (firstLoss) return at::scalar_tensor(*std::exchange(firstLoss, {}), at::kDouble);
            loadGenerators(replay.generators, m_state.device);
            resetGradients(slot.parameters);
            const at::Tensor loss = replay.evaluate();
            unscale(slot.parameters);
            return loss;
        });
        m_isReplaying = false;
    }
    loadGenerators(generators, m_state.device);
    if (areFinite(slot.parameters)) return true;
    putBack(slot.parameters, before);
    slot.optimizer->state().clear();
    m_hasOverflowed = true;
    return false;
}

const ClipLimits& StepRunner::clipOf(const OptimizerSlot& slot) {
    static constexpr ClipLimits kNone;
    if (!slot.needsClosure) return m_state.clip;
    if ((m_state.clip.norm > 0.0 || m_state.clip.value > 0.0) && !m_hasWarnedOfClip)
        m_state.note(EventLevel::Warning, "clipping",
                     "Gradients of the optimizer " + slot.name +
                         " are not clipped: it needs those of the loss it evaluates");
    m_hasWarnedOfClip = true;
    return kNone;
}

} // namespace core
