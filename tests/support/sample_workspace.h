// Fills a workspace with runs that look like real ones, without the engine. One thread.
#pragma once

#include "core/store/store.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace test {

struct SampleRun {
    std::string name;
    core::RunState state = core::RunState::Finished;
    std::string stateReason = {};
    double learningRate = 0.001;
    std::string hidden = "64, 32";
    int epochs = 20;
    int stepsPerEpoch = 45;
    bool stopsEarly = false; // adds the early_stopping callback to the config
    bool becomesNan = false; // after 60 % of the steps
    bool isResumed = false;  // two thirds through, from a checkpoint a little before
    uint64_t seed = 1;
};

// A row with a config, nothing measured. Returns the run's id.
std::string addRun(core::Store& store, const SampleRun& sample);

// The points (step, value) of one series, one second per hundred steps.
void addPoints(core::Store& store, const std::string& runId, int64_t segment,
               const std::string& tag, core::Direction direction,
               const std::vector<std::pair<int64_t, double>>& points);

// A row with loss, accuracy, learning rate and gradient norm as digits-mlp would have them.
std::string addTrainedRun(core::Store& store, const SampleRun& sample);

// Six runs of one small project: finished ones that differ in learning rate and size, one resumed,
// one that is running, one that failed.
std::vector<std::string> addSampleProject(core::Store& store);

} // namespace test
