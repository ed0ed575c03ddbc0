// The engine's entry: the Qt plugin that the program loads.
#include <exception>

#include <QtCore/QObject>

#include "core/engine/describe_loop.h"
#include "core/engine/machine.h"
#include "core/engine/plugin_loader.h"
#include "core/engine/run_job.h"
#include "core/run/engine_interface.h"

namespace core {

class EnginePlugin final : public QObject, public Engine {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID TORCHDESK_ENGINE_IID)
    Q_INTERFACES(core::Engine)

public:
    EngineInfo info() override { return engineInfo(); }

    JobResult run(const Job& job, SummarySink& sink, RunControl& control) override {
        return runJob(job, m_plugins.factory(job.modelPlugin), sink, control);
    }

    std::string describe(const Job& job) override { return describeLoop(job); }

    std::string checkPlugin(const std::string& path) override {
        try {
            m_plugins.factory(path);
            return {};
        } catch (const std::exception& error) {
            return error.what();
        }
    }

private:
    PluginLoader m_plugins;
};

} // namespace core

#include "engine_plugin.moc"
