// One session of one run, from Queued to its end: loads the engine, feeds the database, keeps the
// run's row true. The Runner's core thread and the command line's main thread call the same code.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <QtCore/QPluginLoader>

#include "core/run/catalog.h"
#include "core/run/engine.h"
#include "core/run/live_feed.h"
#include "core/run/run_control.h"

namespace core {

class Store;

// Loads the engine library on first use. One thread at a time.
class EngineLoader {
public:
    explicit EngineLoader(std::string libraryPath) : m_path(std::move(libraryPath)) {}
    Engine& engine(); // throws Error naming the file and the reason
    bool isLoaded() const { return m_engine != nullptr; }

private:
    std::string m_path;
    std::unique_ptr<QPluginLoader> m_loader;
    Engine* m_engine = nullptr; // owned by the loader
};

// Runs or resumes `runId` (its checkpoint decides) on the calling thread and returns when it has
// ended in whatever way; the run's row then says how. nullopt: it failed, and the row and events
// have the reason.
std::optional<JobResult> runSession(Store& store, const Catalog& catalog, EngineLoader& loader,
                                    const std::string& runId, RunControl& control,
                                    LiveFeed::Listener listener);

// Runs marked as active whose process is gone, or has not been heard of for 15 s, become
// Interrupted. Returns how many.
int recoverInterrupted(Store& store);

} // namespace core
