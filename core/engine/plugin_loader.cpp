#include "core/engine/plugin_loader.h"

#include <QtCore/QJsonObject>

#include "core/error.h"
#include "core/model/model_plugin.h"
#include "core/train/guarded.h"

namespace core {

ModelFactory& PluginLoader::factory(const std::string& path) {
    const auto known = m_loaded.find(path);
    if (known != m_loaded.end()) return *known->second.factory;
    const auto where = [&] { return "The model plugin " + path + " cannot be used"; };
    return guarded(where, [&]() -> ModelFactory& {
        auto loader = std::make_unique<QPluginLoader>(QString::fromStdString(path));
        const std::string iid = loader->metaData().value("IID").toString().toStdString();
        if (!iid.empty() && iid != TORCHDESK_MODEL_IID)
            throw Error("it was made for the interface " + iid + ", and this program has " +
                        TORCHDESK_MODEL_IID + ". Build it again");
        // Symbols that are missing are found out now, not in the middle of a run.
        loader->setLoadHints(QLibrary::ResolveAllSymbolsHint);
        QObject* instance = loader->instance();
        if (!instance) throw Error(loader->errorString().toStdString());
        auto* factory = qobject_cast<ModelFactory*>(instance);
        if (!factory) throw Error(std::string("it does not offer ") + TORCHDESK_MODEL_IID);
        m_loaded[path] = {std::move(loader), factory};
        return *factory;
    });
}

} // namespace core
