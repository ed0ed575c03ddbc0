#include "core/train/metric_watch.h"

#include "core/error.h"

namespace core {
namespace {

constexpr const char* kTrainSuffix = "/train";

std::string namesOf(const Metrics& metrics) {
    std::string names;
    for (const MetricValue& metric : metrics)
        names += (names.empty() ? "" : ", ") + metric.name;
    return names.empty() ? "nothing" : names;
}

} // namespace

void MetricWatch::choose(const TrainState& state) {
    m_monitor = state.model->validationMetric();
    m_isDirectionKnown = true;
    const bool isModelsChoice = m_key.empty() || m_key == m_monitor.key;
    if (isModelsChoice && (state.hasEvaluation || isOfTraining())) return;
    m_monitor = {m_key.empty() ? kMonitorWithoutValidation : m_key, Direction::Minimize};
    m_isDirectionKnown = false;
    if (!state.hasEvaluation && !isOfTraining())
        throw Error("The metric " + m_key +
                    " cannot be watched: the run has no validation data. Set some aside, or watch "
                    "loss/train");
}

bool MetricWatch::isOfTraining() const {
    const std::string suffix = kTrainSuffix;
    return m_monitor.key.size() > suffix.size() &&
           m_monitor.key.compare(m_monitor.key.size() - suffix.size(), suffix.size(), suffix) == 0;
}

std::optional<double> MetricWatch::atEvalEnd(const TrainState& state) {
    if (isOfTraining()) return std::nullopt;
    return valueIn(state.evalMetrics);
}

std::optional<double> MetricWatch::atEpochEnd(const TrainState& state) {
    if (!isOfTraining()) return std::nullopt;
    return valueIn(state.trainMetrics);
}

double MetricWatch::valueIn(const Metrics& metrics) {
    const MetricValue* found = metrics.find(m_monitor.key);
    if (!found)
        throw Error("The metric to watch, " + m_monitor.key +
                    ", is not among the results: there is " + namesOf(metrics));
    if (!m_isDirectionKnown && found->direction != Direction::None) {
        m_monitor.direction = found->direction;
        m_isDirectionKnown = true;
    }
    return found->value;
}

} // namespace core
