// The engine's entry: the Qt plugin that the program loads, and the loader of model plugins. The
// one engine file that includes Qt.
#include <exception>
#include <map>

#include <QtCore/QJsonObject>
#include <QtCore/QObject>
#include <QtCore/QPluginLoader>

#include "core/engine/describe_loop.h"
#include "core/engine/machine.h"
#include "core/engine/run_job.h"
#include "core/error.h"
#include "core/model/model_plugin.h"
#include "core/run/engine_interface.h"
#include "core/train/guarded.h"

namespace core {
namespace {

// Keeps what it has loaded until the program ends, since objects of a plugin's classes may live as
// long.
class ModelPlugins {
public:
    // Throws Error naming the file and why it cannot be used: not a plugin, another version of the
    // interface, or something thrown while it was made.
    ModelFactory& factory(const std::string& path) {
        const auto known = m_loaded.find(path);
        if (known != m_loaded.end()) return *known->second;
        const auto where = [&] { return "The model plugin " + path + " cannot be used"; };
        return guarded(where, [&]() -> ModelFactory& { return load(path); });
    }

private:
    ModelFactory& load(const std::string& path) {
        QPluginLoader loader(QString::fromStdString(path)); // what it has loaded outlives it
        const std::string iid = loader.metaData().value("IID").toString().toStdString();
        if (!iid.empty() && iid != TORCHDESK_MODEL_IID)
            throw Error("it was made for the interface " + iid + ", and this program has " +
                        TORCHDESK_MODEL_IID + ". Build it again");
        // Symbols that are missing are found out now, not in the middle of a run.
        loader.setLoadHints(QLibrary::ResolveAllSymbolsHint);
        QObject* instance = loader.instance();
        if (!instance) throw Error(loader.errorString().toStdString());
        auto* factory = qobject_cast<ModelFactory*>(instance);
        if (!factory) throw Error(std::string("it does not offer ") + TORCHDESK_MODEL_IID);
        m_loaded[path] = factory;
        return *factory;
    }

    std::map<std::string, ModelFactory*> m_loaded; // Qt owns them
};

} // namespace

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
    ModelPlugins m_plugins;
};

} // namespace core

#include "engine_plugin.moc"
