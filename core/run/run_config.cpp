#include "core/run/run_config.h"

#include <algorithm>

#include <QtCore/QCryptographicHash>
#include <QtCore/QDir>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QStringList>

#include "core/run/param_json.h"
#include "core/run/run_sections.h"

namespace core {
namespace {

// One "path=value" of the command line.
class Assignment {
public:
    Assignment(RunConfig& config, const Catalog& catalog, std::vector<Problem>& problems)
        : m_config(config), m_catalog(catalog), m_problems(problems) {}

    void apply(const std::string& text) {
        const size_t equals = text.find('=');
        m_path = text.substr(0, equals);
        if (equals == std::string::npos) return report("needs a value, as in " + text + "=1");
        m_value = text.substr(equals + 1);
        const QStringList parts = QString::fromStdString(m_path).split('.');
        const QString& first = parts[0];
        if (parts.size() == 1 && first == "name")
            m_config.name = m_value;
        else if (parts.size() == 2 && first == "run")
            setParam(m_config.run, parts[1]);
        else if (first == "callbacks" && (parts.size() == 2 || parts.size() == 3))
            setCallback(parts);
        else if (const Section* section = findSection(first); section && parts.size() == 2)
            setInSection(*section, parts[1]);
        else
            report(
                "is not known. Paths are name, run.X, callbacks.NAME.X, and data.X, model.X, "
                "optimizer.X, schedule.X, where X is a parameter or type.");
    }

private:
    void report(const std::string& message) { m_problems.push_back({m_path, message}); }

    static const Section* findSection(const QString& key) {
        for (const Section& section : kSections)
            if (key == QLatin1String(section.key)) return &section;
        return nullptr;
    }

    void setInSection(const Section& section, const QString& id) {
        Component& component = m_config.*section.member;
        if (id != "type") return setParam(component.params, id);
        const ComponentInfo* info = m_catalog.find(section.kind, m_value);
        if (!info)
            return report("\"" + m_value + "\" is not known. " +
                          suggestion(m_value, idsOf(m_catalog, section.kind)));
        Component chosen = makeComponent(*info);
        for (const ParamSpec& spec : component.params.specs()) {
            const ParamSpec* same = chosen.params.find(spec.id);
            const ParamValue& value = component.params.value(spec.id);
            const bool isSet = value != spec.defaultValue;
            if (isSet && same && !problemWith(*same, value)) chosen.params.set(spec.id, value);
        }
        component = std::move(chosen);
    }

    void setCallback(const QStringList& parts) {
        const std::string id = parts[1].toStdString();
        const ComponentInfo* info = m_catalog.find(ComponentKind::Callback, id);
        if (!info)
            return report("is not known. " +
                          suggestion(id, idsOf(m_catalog, ComponentKind::Callback)));
        if (parts.size() == 3) return setParam(switchOn(m_config, m_catalog, id)->params, parts[2]);
        const auto wanted = paramValueFromText(ParamType::Bool, m_value);
        if (!wanted) return report("must be on or off");
        if (std::get<bool>(*wanted))
            switchOn(m_config, m_catalog, id);
        else if (info->isAlwaysOn)
            report("cannot be switched off");
        else
            std::erase_if(m_config.callbacks, [&](const Component& c) { return c.type == id; });
    }

    void setParam(Params& params, const QString& name) {
        const std::string id = name.toStdString();
        const ParamSpec* spec = params.find(id);
        if (!spec) return report("is not known. " + suggestion(id, idsOf(params.specs())));
        auto value = paramValueFromText(spec->type, m_value);
        if (!value) return report(typeProblem(*spec) + ", not \"" + m_value + "\"");
        if (spec->type == ParamType::Path && !m_value.empty())
            value =
                QDir::cleanPath(QDir::current().absoluteFilePath(QString::fromStdString(m_value)))
                    .toStdString();
        params.set(id, *value);
    }

    RunConfig& m_config;
    const Catalog& m_catalog;
    std::vector<Problem>& m_problems;
    std::string m_path;
    std::string m_value;
};

using Rows = std::vector<std::pair<std::string, std::string>>;

void addRows(Rows& rows, const std::string& prefix, const Params& params) {
    for (const ParamSpec& spec : params.specs())
        rows.emplace_back(prefix + "." + spec.id, toText(params.value(spec.id)));
}

} // namespace

void setByPath(RunConfig& config, const Catalog& catalog, const std::string& assignment,
               std::vector<Problem>& problems) {
    Assignment(config, catalog, problems).apply(assignment);
}

std::vector<std::pair<std::string, std::string>> flatten(const RunConfig& config) {
    Rows rows;
    for (const Section& section : kSections) {
        const Component& component = config.*section.member;
        rows.emplace_back(std::string(section.key) + ".type", component.type);
        addRows(rows, section.key, component.params);
    }
    for (const Component& callback : config.callbacks) {
        const std::string prefix = "callbacks." + callback.type;
        if (callback.params.specs().empty()) rows.emplace_back(prefix, "on");
        addRows(rows, prefix, callback.params);
    }
    addRows(rows, "run", config.run);
    return rows;
}

std::string configHash(const RunConfig& config) {
    QJsonObject json = toJson(config);
    json.remove("name");
    const QByteArray canonical = QJsonDocument(json).toJson(QJsonDocument::Compact); // keys sorted
    return QCryptographicHash::hash(canonical, QCryptographicHash::Sha256).toHex().toStdString();
}

} // namespace core
