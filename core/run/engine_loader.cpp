#include "core/error.h"
#include "core/run/engine_interface.h"
#include "core/run/run_session.h"

namespace core {

Engine& EngineLoader::engine() {
    if (m_engine) return *m_engine;
    auto loader = std::make_unique<QPluginLoader>(QString::fromStdString(m_path));
    QObject* instance = loader->instance();
    if (!instance) {
        std::string reason = loader->errorString().toStdString();
        if (reason.ends_with('.')) reason.pop_back();
        throw Error("Cannot load the engine " + m_path + ": " + reason +
                    ". Install LibTorch (./scripts/setup), then build the program again.");
    }
    m_engine = qobject_cast<Engine*>(instance);
    if (!m_engine)
        throw Error("Cannot use the engine " + m_path + ": it is of another version (not " +
                    TORCHDESK_ENGINE_IID + "). Build and install the program again.");
    m_loader = std::move(loader);
    return *m_engine;
}

} // namespace core
