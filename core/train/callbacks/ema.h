// Exponential moving average of the weights: kept beside those that are trained, and by default
// what evaluations measure. Training thread.
//
// Averaged are the parameters; buffers, such as the statistics of a batch norm, are the model's
// own. From EvalStart until the deciders have had their turn at EvalEnd the averages are in the
// model, so that a "best" found there, and the weights early stopping keeps with it, are those that
// were evaluated. Everywhere else, and in the checkpoint's section of the model, the weights are
// those that are trained; the averages have their own section there, callback.ema.weights.
#pragma once

#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

#include "core/params.h"
#include "core/train/callback.h"

namespace core {

class Ema final : public Callback {
public:
    struct Options {
        double decay = 0.999; // in [0, 1): average = decay * average + (1 - decay) * weight
        bool warmsUp = true;  // the n-th update, from 0, decays by at most (1 + n) / (10 + n)
        int64_t start = 0;    // steps before the first average is taken
        bool isUsed = true; // by evaluations, and left in the model when the run finishes or stops
    };
    static Options optionsFrom(const Params& params); // of ema.json

    explicit Ema(Options options);

    void subscribe(Subscriptions& subscriptions) override;
    void saveState(Archive& archive) const override;
    void loadState(const Archive& archive) override;

private:
    struct Average {
        std::string name;
        at::Tensor weight; // of the model
        at::Tensor value;  // on the same device, at least float32
    };

    void onSetup(TrainState& state);
    void takeFirst(TrainState& state);
    void onStepEnd(TrainState& state);
    void swapIn(TrainState& state);
    void swapOut(TrainState& state);
    void onFitEnd(TrainState& state);
    double decay() const;
    bool hasAverage() const { return m_updates >= 0; }

    Options m_options;
    std::vector<Average> m_averages;
    std::vector<at::Tensor> m_trained; // while the averages are in the model
    int64_t m_updates = -1;            // negative: no average yet
};

} // namespace core
