// What there is to choose from: data sources, models, optimizers, schedules, callbacks. Read from
// JSON compiled into core and from the metadata of model plugins, without loading any plugin's
// code. Made once; const afterwards, any thread.
#pragma once

#include <string>
#include <vector>

#include "core/params.h"

namespace core {

enum class ComponentKind { Data, Model, Optimizer, Schedule, Callback };

struct ComponentInfo {
    ComponentKind kind = ComponentKind::Data;
    std::string id;    // "mlp"
    std::string label; // "Multilayer perceptron"
    std::string help;
    std::vector<ParamSpec> specs;
    // Data: what its target asks for, Model: what it can do, of "regression" and "classification".
    // Empty: either, or not known before the data is read.
    std::vector<std::string> tasks;
    std::string pluginPath;     // Model only: the library to load
    bool isOnByDefault = false; // Callback only
    bool isAlwaysOn = false;    // Callback only: a config can set it, not switch it off
    int order = 100;            // place in a list of its kind; equal ones by label
};

// A plugin file that cannot be used, and why.
struct PluginProblem {
    std::string path;
    std::string reason;
};

class Catalog {
public:
    // Interface id that a usable model plugin declares; another version is listed as a problem.
    static constexpr const char* kModelInterface = "org.torchdesk.Model/1";

    // Reads the metadata of every library in each folder. Folders that do not exist are skipped.
    explicit Catalog(const std::vector<std::string>& pluginFolders);

    const std::vector<ComponentInfo>& components() const { return m_components; }
    std::vector<const ComponentInfo*> ofKind(
        ComponentKind kind) const; // in the order a list shows them
    const ComponentInfo* find(ComponentKind kind,
                              const std::string& id) const; // nullptr when there is none
    const std::vector<ParamSpec>& runSpecs() const { return m_runSpecs; }
    const std::vector<PluginProblem>& problems() const { return m_problems; }

private:
    void readBuiltIn();
    void readPlugins(const std::string& folder);
    void readPlugin(const std::string& path);
    std::vector<ComponentInfo> m_components;
    std::vector<ParamSpec> m_runSpecs;
    std::vector<PluginProblem> m_problems;
};

} // namespace core
