// One session of one run, from Queued to its end: loads the engine, feeds the database, keeps the
// run's row true. The Runner's core thread and the command line's main thread call the same code.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

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

// Inserts a Draft with the config's JSON, hash, seed, epochs and monitored metric.
RunRecord createRun(Store& store, const RunConfig& config, const std::string& parentId = {});
void fillFromConfig(RunRecord& run, const RunConfig& config); // the columns that the config decides

// The stored config of a run; what is wrong with it is added to `problems`.
RunConfig configOf(const RunRecord& run, const Catalog& catalog, std::vector<Problem>& problems);

// Raises the epochs of the run's config: "train more". Throws Error when the config is not usable.
void addEpochs(Store& store, const Catalog& catalog, const std::string& runId, int64_t epochs);

// The newest checkpoint whose file is there and whole. For each newer one that is not, a warning is
// added to `warnings`.
std::optional<CheckpointRecord> usableCheckpoint(Store& store, const std::string& runId,
                                                 std::vector<std::string>& warnings);

// Runs or resumes `runId` (its checkpoint decides) on the calling thread and returns when it has
// ended in whatever way; the run's row then says how. It must be in one of the states `from`;
// empty: in any but an active one. nullopt: it failed, and the row and events have the reason; or
// another program has taken it. Nothing that goes wrong in the engine is thrown. With the disk full
// it waits, as it does for a checkpoint that the end needs, until there is room or `control` gives
// up; then StoreBusy is thrown when not even the end state could be written.
std::optional<JobResult> runSession(Store& store, const Catalog& catalog, EngineLoader& loader,
                                    const std::string& runId, RunControl& control,
                                    LiveFeed::Listener listener,
                                    const std::vector<RunState>& from = {});

bool isInSession(const std::string& runId); // runSession is at it in this process; any thread

// Runs marked as active whose process is gone, or has not been heard of for 15 s, or is this one
// but not at it any more, become Interrupted. Returns how many; or which.
int recoverInterrupted(Store& store);
std::vector<std::string> interruptedRuns(Store& store);

} // namespace core
