// One window of batches: backward with the right weights, and one step per optimizer when it
// closes. What a model is lent as StepContext. Training thread.
#pragma once

#include <deque>
#include <optional>

#include "core/train/callback_list.h"
#include "core/train/dynamic_scaler.h"
#include "core/train/optimizer_set.h"

namespace core {

class StepRunner final : public StepContext {
public:
    // `scaler` may be nullptr: losses are then not scaled.
    StepRunner(TrainState& state, CallbackList& callbacks, OptimizerSet& optimizers,
               DynamicScaler* scaler);

    // The batches of a window add up with their weights, and the sum is divided by the total once,
    // which equals one joined batch. A window of a single batch needs neither.
    void openWindow(bool isSingle);
    void runBatch(const Batch& batch, bool closesWindow);
    void closeWindow();

    int64_t globalStep() const override { return m_state.globalStep; }
    int64_t epoch() const override { return m_state.epoch; }
    at::Device device() const override { return m_state.device; }
    const std::vector<std::string>& optimizers() const override { return m_optimizers.names(); }
    double lr(std::string_view optimizer) const override {
        return m_optimizers.find(optimizer).lr();
    }
    at::Generator rng() override;
    void log(std::string_view name, const at::Tensor& value, double weight) override;
    void backward(const at::Tensor& loss, bool createGraph) override;
    bool step(std::string_view optimizer) override;
    at::Tensor optimizeWith(std::string_view optimizer,
                            const std::function<at::Tensor()>& lossFn) override;
    bool closesWindow() const override { return m_closesWindow; }
    void requestStop(const std::string& reason) override { m_state.requestFinish(reason); }

private:
    void trainOn(const Batch& batch);
    StepResult runModel(const Batch& batch);
    void backwardOnResult();
    // How an optimizer with a closure gets the loss and its gradients again.
    struct Replay {
        std::function<at::Tensor()> evaluate; // loss with its gradients; detached
        Archive generators;                   // as they were before the first evaluation
        std::optional<double> firstLoss;      // of the gradients that are there now
    };
    bool takeStep(OptimizerSlot& slot, const Replay* replay);
    bool move(OptimizerSlot& slot, const Replay* replay);
    bool moveWithClosure(OptimizerSlot& slot, const Replay& replay);
    bool prepareStep(std::string_view name, const Parameters& parameters, const ClipLimits& clip);
    void unscale(const Parameters& parameters);
    void finishStep(bool wasSkipped);
    // For optimizers that need a closure, in step_runner_closure.cpp.
    void openReplay();
    void keepForReplay(const Batch& batch);
    Replay replayOf(OptimizerSlot& slot);
    at::Tensor replayWindow();
    const ClipLimits& clipOf(const OptimizerSlot& slot);
    void optimizeWithoutOptimizer();
    void updateScale();
    void warnOfSkipping();
    double seedOf(double weight) const;
    const at::Tensor& gradientSeed(const at::Tensor& loss, double value);
    std::string_view keepName(std::string_view name);

    TrainState& m_state;
    CallbackList& m_callbacks;
    OptimizerSet& m_optimizers;
    DynamicScaler* m_scaler;

    bool m_isSingle = true;       // the window has one batch
    bool m_closesWindow = true;   // the current batch is the last of its window
    bool m_wasStepped = false;    // by the model itself, in this batch
    bool m_isSkipped = false;     // a step of this window was skipped
    bool m_wasTried = false;      // a step of this window was tried
    bool m_hasOverflowed = false; // a gradient of this window was not finite
    bool m_isEmpty = true;        // no backward in this window yet
    bool m_hasGradients = false;  // backward was called for this batch
    bool m_hasWarned = false;     // of skipped steps
    double m_batchWeight = 0.0;
    double m_windowWeight = 0.0;
    at::Tensor m_seed; // 0-dim, m_seedValue
    double m_seedValue = 0.0;

    // For optimizers that need a closure.
    const bool m_keepsWindow;
    bool m_canReplay = false;       // step() is called from optimize(), not from batchTrain
    bool m_isReplaying = false;     // the model is at work for a closure
    bool m_hasMoved = false;        // an optimizer has made its step in this window
    bool m_hasWarnedOfClip = false; // that it is not applied
    std::vector<Batch> m_window;    // batches of the open window
    Archive m_generators;           // as they were when it opened
    double m_windowLoss = 0.0;      // sum over its batches of weight times loss

    std::deque<std::string> m_names; // of logged numbers; a deque, so that views stay valid
};

} // namespace core
