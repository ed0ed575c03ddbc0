#include "core/train/lr_finder.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.h"
#include "core/train/late_mean.h"
#include "core/train/trial.h"

namespace core {
namespace {

constexpr double kMemory = 0.98;  // of the moving average
constexpr size_t kSkipFirst = 10; // the average is not yet of much
constexpr size_t kSkipLast = 1;

// Writes down the rate and loss of each step, and ends the trial when the loss runs away.
class RateProbe final : public Callback {
public:
    RateProbe(std::vector<LrFinding::Trial>& curve, double giveUp)
        : Callback("lr_finder", order::kDecider), m_curve(curve), m_giveUp(giveUp) {}
    void subscribe(Subscriptions& subscriptions) override {
        subscriptions.on(Event::StepStart, this, &RateProbe::onStepStart);
        subscriptions.on(Event::BatchEnd, this, &RateProbe::onBatchEnd);
        subscriptions.on(Event::StepEnd, this, &RateProbe::onStepEnd);
    }

private:
    void onStepStart(TrainState&) { m_loss.reset(); }
    void onBatchEnd(TrainState& state) {
        const StepResult& result = state.result;
        if (result.loss.defined() && result.weight > 0.0) m_loss.add(result.loss, result.weight);
    }
    void onStepEnd(TrainState& state) {
        const LateNumber late = m_loss.mean();
        const double loss = late.onDevice.defined() ? late.onDevice.item<double>() : late.value;
        if (!std::isfinite(loss) || state.optimizers->slots().empty())
            return state.requestFinish("the loss is not finite");
        m_average = kMemory * m_average + (1.0 - kMemory) * loss;
        const auto count = static_cast<double>(m_curve.size() + 1);
        const double smoothed = m_average / (1.0 - std::pow(kMemory, count));
        m_curve.push_back({state.optimizers->slots().front().lr(), loss, smoothed});
        m_lowest = std::min(m_lowest, smoothed);
        if (m_curve.size() > kSkipFirst && smoothed > m_giveUp * std::abs(m_lowest))
            state.requestFinish("the loss runs away");
    }

    std::vector<LrFinding::Trial>& m_curve;
    double m_giveUp;
    LateMean m_loss;
    double m_average = 0.0;
    double m_lowest = std::numeric_limits<double>::infinity();
};

// The first group's rate becomes 1, so that the schedule gives the rate itself; the others keep
// their ratio to it.
OptimizerSet::Maker withUnitRate(const OptimizerSet::Maker& make) {
    return [make](std::vector<at::Tensor> parameters) {
        auto optimizer = make(std::move(parameters));
        const double base = optimizer->param_groups().front().options().get_lr();
        for (auto& group : optimizer->param_groups())
            group.options().set_lr(group.options().get_lr() / base);
        return optimizer;
    };
}

// Per step, and not per logarithm of the rate: on an even logarithmic scale they differ by a
// factor.
double steepestFall(const std::vector<LrFinding::Trial>& curve) {
    double steepest = 0.0;
    double rate = std::numeric_limits<double>::quiet_NaN();
    for (size_t i = kSkipFirst + 1; i + 1 + kSkipLast < curve.size(); ++i) {
        const double slope = curve[i + 1].smoothed - curve[i - 1].smoothed;
        if (slope >= steepest) continue;
        steepest = slope;
        rate = curve[i].rate;
    }
    return rate;
}

} // namespace

LrFinding findLearningRate(Model& model, std::shared_ptr<const Dataset> train,
                           TrainerOptions options, const LrFinderOptions& range) {
    if (range.first <= 0.0 || range.last <= range.first || range.steps < 2)
        throw Error("The learning rates to try must rise from above 0, in at least 2 steps");
    const double growth =
        std::pow(range.last / range.first, 1.0 / static_cast<double>(range.steps - 1));
    options.makeOptimizer = withUnitRate(options.makeOptimizer);
    options.schedule = [first = range.first, growth](const ScheduleTime& time) {
        return first * std::pow(growth, static_cast<double>(time.step));
    };
    LrFinding finding;
    std::vector<std::unique_ptr<Callback>> callbacks;
    callbacks.push_back(std::make_unique<RateProbe>(finding.curve, range.giveUp));
    runTrial(model, std::move(train), std::move(options), range.steps, std::move(callbacks));
    finding.suggestion = steepestFall(finding.curve);
    return finding;
}

} // namespace core
