#include "core/run/catalog.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QLibrary>
#include <QtCore/QPluginLoader>

#include "core/error.h"
#include "core/run/param_json.h"

namespace core {
namespace {

std::optional<ComponentKind> kindFromText(const QString& text) {
    if (text == "data") return ComponentKind::Data;
    if (text == "model") return ComponentKind::Model;
    if (text == "optimizer") return ComponentKind::Optimizer;
    if (text == "schedule") return ComponentKind::Schedule;
    if (text == "callback") return ComponentKind::Callback;
    return std::nullopt;
}

std::vector<ParamSpec> specsFromJson(const QJsonValue& params) {
    if (!params.isUndefined() && !params.isArray()) throw Error("\"params\" must be a list");
    std::vector<ParamSpec> specs;
    std::set<std::string> ids;
    for (const QJsonValue& item : params.toArray()) {
        specs.push_back(paramSpecFromJson(item.toObject()));
        if (!ids.insert(specs.back().id).second)
            throw Error("The parameter \"" + specs.back().id + "\" is described twice");
    }
    return specs;
}

std::vector<std::string> tasksFromJson(const QJsonValue& json) {
    std::vector<std::string> tasks;
    for (const QJsonValue& task : json.toArray())
        tasks.push_back(task.toString().toStdString());
    for (const std::string& task : tasks)
        if (task != "regression" && task != "classification")
            throw Error("\"tasks\" may name regression and classification, not \"" + task + "\"");
    return tasks;
}

ComponentInfo componentFromJson(const QJsonObject& json) {
    ComponentInfo info;
    const auto kind = kindFromText(json["kind"].toString());
    if (!kind)
        throw Error("\"kind\" must be data, model, optimizer, schedule or callback, not \"" +
                    json["kind"].toString().toStdString() + "\"");
    info.kind = *kind;
    info.id = json["id"].toString().toStdString();
    if (info.id.empty()) throw Error("It has no \"id\"");
    info.label = json["label"].toString(json["id"].toString()).toStdString();
    info.help = json["help"].toString().toStdString();
    info.order = json["order"].toInt(100);
    info.isAlwaysOn = json["always_on"].toBool();
    info.isOnByDefault = info.isAlwaysOn || json["on_by_default"].toBool();
    info.tasks = tasksFromJson(json["tasks"]);
    info.specs = specsFromJson(json["params"]);
    return info;
}

ComponentInfo modelFromMetaData(const QJsonObject& metaData) {
    const QString interface = metaData["IID"].toString();
    if (interface != Catalog::kModelInterface)
        throw Error("Its interface is " + interface.toStdString() + ", this program needs " +
                    Catalog::kModelInterface + ". Build it against this version");
    const QJsonValue description = metaData["MetaData"];
    if (description.toObject().isEmpty()) throw Error("It carries no description of a model");
    ComponentInfo info = componentFromJson(description.toObject());
    if (info.kind != ComponentKind::Model) throw Error("Its \"kind\" is not model");
    return info;
}

} // namespace

Catalog::Catalog(const std::vector<std::string>& pluginFolders) {
    readBuiltIn();
    for (const std::string& folder : pluginFolders)
        readPlugins(folder);
    std::stable_sort(m_components.begin(), m_components.end(),
                     [](const ComponentInfo& a, const ComponentInfo& b) {
                         return std::tie(a.kind, a.order, a.label) <
                                std::tie(b.kind, b.order, b.label);
                     });
}

void Catalog::readBuiltIn() {
    const QDir folder(":/torchdesk/components");
    for (const QString& name : folder.entryList({"*.json"}, QDir::Files, QDir::Name)) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            throw Error("Cannot read the built-in " + name.toStdString());
        const QJsonObject json = QJsonDocument::fromJson(file.readAll()).object();
        try {
            if (json["kind"].toString() == "run")
                m_runSpecs = specsFromJson(json["params"]);
            else
                m_components.push_back(componentFromJson(json));
        } catch (const Error& error) {
            throw Error("The built-in " + name.toStdString() + " is wrong: " + error.what());
        }
    }
}

void Catalog::readPlugins(const std::string& folder) {
    const QDir dir(QString::fromStdString(folder));
    for (const QFileInfo& file : dir.entryInfoList(QDir::Files, QDir::Name))
        if (QLibrary::isLibrary(file.fileName())) readPlugin(file.absoluteFilePath().toStdString());
}

void Catalog::readPlugin(const std::string& path) {
    const QPluginLoader loader(QString::fromStdString(path));
    const QJsonObject metaData = loader.metaData();
    try {
        if (metaData.isEmpty()) throw Error("It is not a plugin, or one of another Qt version");
        ComponentInfo info = modelFromMetaData(metaData);
        if (const ComponentInfo* other = find(info.kind, info.id))
            throw Error("Its model \"" + info.id + "\" is there already, from " +
                        other->pluginPath);
        info.pluginPath = path;
        m_components.push_back(std::move(info));
    } catch (const Error& error) {
        m_problems.push_back({path, error.what()});
    }
}

std::vector<const ComponentInfo*> Catalog::ofKind(ComponentKind kind) const {
    std::vector<const ComponentInfo*> found;
    for (const ComponentInfo& info : m_components)
        if (info.kind == kind) found.push_back(&info);
    return found;
}

const ComponentInfo* Catalog::find(ComponentKind kind, const std::string& id) const {
    const auto found =
        std::find_if(m_components.begin(), m_components.end(),
                     [&](const ComponentInfo& info) { return info.kind == kind && info.id == id; });
    return found == m_components.end() ? nullptr : &*found;
}

} // namespace core
