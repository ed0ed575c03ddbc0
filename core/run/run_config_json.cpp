// RunConfig to and from JSON.
#include <algorithm>
#include <set>

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include "core/run/param_json.h"
#include "core/run/run_config.h"
#include "core/run/run_sections.h"

namespace core {
namespace {

constexpr int kFormatVersion = 1;

// Reads one config; collects what is wrong on the way.
class ConfigReader {
public:
    ConfigReader(const Catalog& catalog, const std::string& folder, std::vector<Problem>& problems)
        : m_catalog(catalog), m_folder(QString::fromStdString(folder)), m_problems(problems) {}

    RunConfig read(const QJsonObject& json) {
        RunConfig config = defaultConfig(m_catalog);
        checkVersion(json);
        checkKeys(json);
        readName(json["name"], config);
        for (const Section& section : kSections)
            readComponent(section, json, config);
        readCallbacks(json["callbacks"], config);
        if (const auto run = objectAt("run", json["run"])) readParams("run", *run, config.run);
        return config;
    }

private:
    void report(const std::string& field, const std::string& message) {
        m_problems.push_back({field, message});
    }

    void checkVersion(const QJsonObject& json) {
        const QJsonValue version = json["torchdesk"];
        if (version.isUndefined()) return;
        if (version.toInt() < 1)
            report("torchdesk",
                   "must be the version of the format, " + std::to_string(kFormatVersion));
        else if (version.toInt() > kFormatVersion)
            report("torchdesk", "This config was written by a newer version of the program.");
    }

    void checkKeys(const QJsonObject& json) {
        std::vector<std::string> known = {"torchdesk", "name", "callbacks", "run"};
        for (const Section& section : kSections)
            known.push_back(section.key);
        for (const QString& key : json.keys())
            if (std::find(known.begin(), known.end(), key.toStdString()) == known.end())
                reportUnknown(key.toStdString(), key.toStdString(), known);
    }

    void reportUnknown(const std::string& field, const std::string& name,
                       const std::vector<std::string>& known) {
        report(field, "is not known. " + suggestion(name, known));
    }

    void readName(const QJsonValue& value, RunConfig& config) {
        if (value.isUndefined()) return;
        if (!value.isString()) return report("name", "must be text");
        config.name = value.toString().toStdString();
    }

    std::optional<QJsonObject> objectAt(const std::string& field, const QJsonValue& value) {
        if (value.isUndefined()) return std::nullopt;
        if (value.isObject()) return value.toObject();
        report(field, "must be an object, such as {\"key\": value}");
        return std::nullopt;
    }

    void readComponent(const Section& section, const QJsonObject& json, RunConfig& config) {
        Component& component = config.*section.member;
        const QJsonValue value = json[QLatin1String(section.key)];
        if (value.isUndefined() && section.kind == ComponentKind::Model)
            return report("model", "is missing: say which one, as in {\"type\": \"mlp\"}");
        const auto object = objectAt(section.key, value);
        if (!object) return;
        if (!chooseType(section, object->value("type"), component)) return;
        QJsonObject params = *object;
        params.remove("type");
        readParams(section.key, params, component.params);
    }

    bool chooseType(const Section& section, const QJsonValue& value, Component& component) {
        const std::string field = std::string(section.key) + ".type";
        if (value.isUndefined() && section.kind != ComponentKind::Model) return true;
        if (!value.isString()) {
            report(field, value.isUndefined() ? "is missing" : "must be text");
            return false;
        }
        const std::string type = value.toString().toStdString();
        if (const ComponentInfo* info = m_catalog.find(section.kind, type)) {
            component = makeComponent(*info);
            return true;
        }
        report(field, "\"" + type + "\" is not known. " +
                          suggestion(type, idsOf(m_catalog, section.kind)));
        component = {type, {}}; // validate() will name it again, and tables show what was asked
        return false;
    }

    void readCallbacks(const QJsonValue& value, RunConfig& config) {
        const auto object = objectAt("callbacks", value);
        if (!object) return;
        config.callbacks.clear();
        for (const ComponentInfo* info : m_catalog.ofKind(ComponentKind::Callback))
            if (info->isAlwaysOn) config.callbacks.push_back(makeComponent(*info));
        for (const QString& key : object->keys())
            readCallback(key.toStdString(), object->value(key), config);
    }

    void readCallback(const std::string& id, const QJsonValue& value, RunConfig& config) {
        const std::string field = "callbacks." + id;
        const ComponentInfo* info = m_catalog.find(ComponentKind::Callback, id);
        if (!info) return reportUnknown(field, id, idsOf(m_catalog, ComponentKind::Callback));
        if (value.isBool()) {
            if (value.toBool()) switchOn(config, m_catalog, id);
            if (!value.toBool() && info->isAlwaysOn) report(field, "cannot be switched off");
            return;
        }
        auto params = objectAt(field, value);
        if (params && id == "recorder") moveNanOption(*params, config);
        if (params) readParams(field, *params, switchOn(config, m_catalog, id)->params);
    }

    // Until there was a NaN guard, what to do at a NaN was an option of the recorder.
    void moveNanOption(QJsonObject& recorder, RunConfig& config) {
        const QJsonValue action = recorder.take("nan");
        if (action.isString())
            readParams("callbacks.nan_guard", {{"action", action}},
                       switchOn(config, m_catalog, "nan_guard")->params);
    }

    void readParams(const std::string& prefix, const QJsonObject& json, Params& params) {
        for (const QString& key : json.keys()) {
            const std::string id = key.toStdString();
            const std::string field = prefix + "." + id;
            const ParamSpec* spec = params.find(id);
            if (!spec) {
                reportUnknown(field, id, idsOf(params.specs()));
                continue;
            }
            const auto value = paramValueFromJson(spec->type, json[key]);
            if (!value)
                report(field, typeProblem(*spec));
            else
                params.set(id, resolved(*spec, *value));
        }
    }

    ParamValue resolved(const ParamSpec& spec, const ParamValue& value) const {
        if (spec.type != ParamType::Path || toText(value).empty()) return value;
        const QString path = QString::fromStdString(toText(value));
        return QDir::cleanPath(QDir(m_folder).absoluteFilePath(path)).toStdString();
    }

    const Catalog& m_catalog;
    QDir m_folder;
    std::vector<Problem>& m_problems;
};

QJsonObject paramsToJson(const Params& params) {
    QJsonObject json;
    for (const ParamSpec& spec : params.specs())
        json[QString::fromStdString(spec.id)] = toJson(params.value(spec.id));
    return json;
}

// 1-based line and column of a byte, for "line 3, column 14".
std::string placeOf(const QByteArray& text, qsizetype offset) {
    const QByteArray before = text.left(offset);
    const auto line = before.count('\n') + 1;
    const auto column = offset - before.lastIndexOf('\n');
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

} // namespace

RunConfig configFromJson(const QJsonObject& json, const Catalog& catalog, const std::string& folder,
                         std::vector<Problem>& problems) {
    return ConfigReader(catalog, folder, problems).read(json);
}

QJsonObject toJson(const RunConfig& config) {
    QJsonObject json{{"torchdesk", kFormatVersion}, {"name", QString::fromStdString(config.name)}};
    for (const Section& section : kSections) {
        const Component& component = config.*section.member;
        QJsonObject object = paramsToJson(component.params);
        object["type"] = QString::fromStdString(component.type);
        json[QLatin1String(section.key)] = object;
    }
    QJsonObject callbacks;
    for (const Component& callback : config.callbacks)
        callbacks[QString::fromStdString(callback.type)] = paramsToJson(callback.params);
    json["callbacks"] = callbacks;
    json["run"] = paramsToJson(config.run);
    return json;
}

RunConfig readConfig(const std::string& path, const Catalog& catalog,
                     std::vector<Problem>& problems) {
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly))
        throw Error("Cannot read " + path + ": " + file.errorString().toStdString() + ".");
    const QByteArray text = file.readAll();
    QJsonParseError parseError;
    const QJsonDocument document = QJsonDocument::fromJson(text, &parseError);
    if (parseError.error != QJsonParseError::NoError)
        throw Error(path + " is not JSON: " + parseError.errorString().toStdString() + " at " +
                    placeOf(text, parseError.offset) + ".");
    if (!document.isObject()) throw Error(path + " is not a config: it must be one JSON object.");
    const QString folder = QFileInfo(file).absolutePath();
    return configFromJson(document.object(), catalog, folder.toStdString(), problems);
}

} // namespace core
