#include "app/services.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QDir>
#include <QtCore/QStandardPaths>

#include "core/error.h"
#include "core/run/catalog.h"
#include "core/run/run_session.h"
#include "core/run/runner.h"
#include "core/store/store.h"

namespace {

QString userFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + "/torchdesk";
}

QString besideProgram(const QString& relative) {
    return QDir::cleanPath(QCoreApplication::applicationDirPath() + "/../" + relative);
}

} // namespace

Services::Services(const QString& workspace)
    : m_workspace(QDir::cleanPath(QDir(workspace).absolutePath())) {}

Services::~Services() = default;

core::Store& Services::store() {
    if (m_store) return *m_store;
    if (!QDir().mkpath(m_workspace))
        throw core::Error("Cannot create the workspace folder " + m_workspace.toStdString() +
                          ". Choose another one, or check that you may write there.");
    m_store = std::make_unique<core::Store>(m_workspace.toStdString());
    return *m_store;
}

const core::Catalog& Services::catalog() {
    if (!m_catalog) m_catalog = std::make_unique<core::Catalog>(modelFolders());
    return *m_catalog;
}

core::Runner& Services::runner() {
    if (!m_runner) m_runner = std::make_unique<core::Runner>(store(), catalog(), engineLibrary());
    return *m_runner;
}

core::EngineLoader& Services::engine() {
    if (!m_engine) m_engine = std::make_unique<core::EngineLoader>(engineLibrary().toStdString());
    return *m_engine;
}

QString Services::defaultWorkspace() {
    return userFolder() + "/workspace";
}

QString Services::resourcesDir() {
    return besideProgram("share/torchdesk");
}

QString Services::engineLibrary() {
    return besideProgram("lib/torchdesk/libtorchdesk_engine.so");
}

std::vector<std::string> Services::modelFolders() {
    std::vector<std::string> folders = {besideProgram("lib/torchdesk/models").toStdString(),
                                        (userFolder() + "/models").toStdString()};
    const QString more = qEnvironmentVariable("TORCHDESK_MODELS");
    for (const QString& folder : more.split(QDir::listSeparator(), Qt::SkipEmptyParts))
        folders.push_back(QDir(folder).absolutePath().toStdString());
    return folders;
}
