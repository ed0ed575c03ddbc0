#include "core/train/callbacks/epoch_log.h"

#include <charconv>

#include <ATen/core/Tensor.h>

namespace core {
namespace {

std::string shortNumber(double value) {
    char text[32];
    return {text,
            std::to_chars(text, text + sizeof text, value, std::chars_format::general, 4).ptr};
}

void append(std::string& line, const Metrics& metrics) {
    for (const MetricValue& metric : metrics)
        line += "  " + metric.name + " " + shortNumber(metric.value);
}

} // namespace

void EpochLog::subscribe(Subscriptions& subscriptions) {
    subscriptions.on(Event::FitStart, this, &EpochLog::onFitStart);
    subscriptions.on(Event::EpochEnd, this, &EpochLog::onEpochEnd);
    subscriptions.on(Event::FitEnd, this, &EpochLog::onFitEnd);
}

void EpochLog::onFitStart(TrainState& state) {
    int64_t count = 0;
    for (const at::Tensor& parameter : state.model->parameters())
        count += parameter.numel();
    std::string line = std::to_string(count) + " parameters on " + state.device.str();
    if (state.globalStep > 0) line += ", going on at step " + std::to_string(state.globalStep);
    state.sink->logLine(line);
}

void EpochLog::onEpochEnd(TrainState& state) {
    std::string line =
        "epoch " + std::to_string(state.epoch) + "/" + std::to_string(state.epochCount);
    append(line, state.trainMetrics);
    if (state.lastEvalStep == state.globalStep) append(line, state.evalMetrics);
    state.sink->logLine(line);
}

void EpochLog::onFitEnd(TrainState& state) {
    state.sink->logLine("ended at step " + std::to_string(state.globalStep) + ": " +
                        state.endReason);
}

} // namespace core
