#include "core/run/run_sections.h"

#include <algorithm>

#include "core/run/param_json.h"

namespace core {
namespace {

bool needsFile(const ComponentInfo& info) {
    return std::any_of(info.specs.begin(), info.specs.end(), [](const ParamSpec& spec) {
        return spec.type == ParamType::Path && toText(spec.defaultValue).empty();
    });
}

Component firstOf(const Catalog& catalog, ComponentKind kind) {
    const auto infos = catalog.ofKind(kind);
    if (infos.empty()) return {};
    const auto usable = std::find_if(infos.begin(), infos.end(),
                                     [](const ComponentInfo* info) { return !needsFile(*info); });
    return makeComponent(usable == infos.end() ? *infos.front() : **usable);
}

} // namespace

Component makeComponent(const ComponentInfo& info) {
    return {info.id, Params(info.specs)};
}

RunConfig defaultConfig(const Catalog& catalog) {
    RunConfig config;
    for (const Section& section : kSections)
        config.*section.member = firstOf(catalog, section.kind);
    for (const ComponentInfo* info : catalog.ofKind(ComponentKind::Callback))
        if (info->isOnByDefault) config.callbacks.push_back(makeComponent(*info));
    config.run = Params(catalog.runSpecs());
    return config;
}

Component* switchOn(RunConfig& config, const Catalog& catalog, const std::string& id) {
    auto place = config.callbacks.begin();
    for (const ComponentInfo* info : catalog.ofKind(ComponentKind::Callback)) {
        const bool isOn = place != config.callbacks.end() && place->type == info->id;
        if (info->id == id)
            return isOn ? &*place : &*config.callbacks.insert(place, makeComponent(*info));
        if (isOn) ++place;
    }
    return nullptr;
}

std::vector<std::string> idsOf(const Catalog& catalog, ComponentKind kind) {
    std::vector<std::string> ids;
    for (const ComponentInfo* info : catalog.ofKind(kind))
        ids.push_back(info->id);
    return ids;
}

std::vector<std::string> idsOf(const std::vector<ParamSpec>& specs) {
    std::vector<std::string> ids;
    for (const ParamSpec& spec : specs)
        ids.push_back(spec.id);
    return ids;
}

std::string suggestion(const std::string& wrong, const std::vector<std::string>& candidates) {
    const std::string nearest = nearestName(wrong, candidates);
    if (!nearest.empty()) return "Did you mean \"" + nearest + "\"?";
    if (candidates.empty()) return "There are none.";
    std::string list;
    for (const std::string& candidate : candidates)
        list += (list.empty() ? "There are: " : ", ") + candidate;
    return list + ".";
}

std::string typeProblem(const ParamSpec& spec) {
    // A value of another type than any spec wants; problemWith then says which one it does want.
    if (spec.type == ParamType::Bool) return *problemWith(spec, ParamValue(std::string()));
    return *problemWith(spec, ParamValue(false));
}

} // namespace core
