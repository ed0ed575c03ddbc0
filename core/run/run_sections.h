// What the files about RunConfig share: its sections as a table. Inside core/run only; any thread.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/run/catalog.h"
#include "core/run/run_config.h"

namespace core {

struct Section {
    const char* key; // in files and dotted paths
    ComponentKind kind;
    Component RunConfig::*member;
};

inline constexpr std::array<Section, 4> kSections = {
    {{"data", ComponentKind::Data, &RunConfig::data},
     {"model", ComponentKind::Model, &RunConfig::model},
     {"optimizer", ComponentKind::Optimizer, &RunConfig::optimizer},
     {"schedule", ComponentKind::Schedule, &RunConfig::schedule}}};

Component makeComponent(const ComponentInfo& info); // every parameter at its default

// The callback of the config with this id, switched on with its defaults where it was off. nullptr
// when the catalog has none.
Component* switchOn(RunConfig& config, const Catalog& catalog, const std::string& id);

std::vector<std::string> idsOf(const Catalog& catalog, ComponentKind kind);
std::vector<std::string> idsOf(const std::vector<ParamSpec>& specs);

// "Did you mean lr?" or "There are: a, b."
std::string suggestion(const std::string& wrong, const std::vector<std::string>& candidates);

// "must be a whole number": for a value that is not of the spec's type.
std::string typeProblem(const ParamSpec& spec);

} // namespace core
