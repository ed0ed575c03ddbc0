// Makes and owns what a program is built of, on one workspace: the one place where objects are
// wired together. Lives in the main thread and needs the application object to exist.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <QtCore/QString>

namespace core {
class Catalog;
class EngineLoader;
class Runner;
class Store;
} // namespace core

class Services {
public:
    // Nothing is opened yet: each part is made when it is first asked for.
    explicit Services(const QString& workspace = defaultWorkspace());
    ~Services(); // the Runner first: it pauses what runs and joins its thread

    const QString& workspace() const { return m_workspace; } // absolute

    core::Store& store(); // creates the folder; throws Error when it cannot be opened
    const core::Catalog& catalog();
    core::Runner& runner();       // of the window
    core::EngineLoader& engine(); // of the command line; the Runner has its own

    static QString defaultWorkspace(); // in the user's data folder
    // configs/ and data/ that are shipped with the program: "<bin>/../share/torchdesk".
    static QString resourcesDir();
    static QString engineLibrary(); // "<bin>/../lib/torchdesk/libtorchdesk_engine.so"
    // Where model plugins are looked for: beside the engine, in the user's data folder, and in the
    // folders that the variable TORCHDESK_MODELS lists (separated by a colon).
    static std::vector<std::string> modelFolders();

private:
    QString m_workspace;
    std::unique_ptr<core::Store> m_store;
    std::unique_ptr<core::Catalog> m_catalog;
    std::unique_ptr<core::EngineLoader> m_engine;
    std::unique_ptr<core::Runner> m_runner; // last: it uses the store and the catalog
};
