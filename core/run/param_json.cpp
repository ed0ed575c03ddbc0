#include "core/run/param_json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>

#include <QtCore/QJsonArray>
#include <QtCore/QStringList>

#include "core/error.h"

namespace core {
namespace {

// In the order of the enum.
constexpr std::array<const char*, 7> kTypeNames = {"bool",   "int",  "real",   "enum",
                                                   "string", "path", "intlist"};

constexpr std::array<const char*, 15> kSpecKeys = {
    "id",      "type", "label", "default", "min",      "max", "exclusive_min", "exclusive_max",
    "choices", "unit", "group", "help",    "advanced", "log", "depends_on"};

std::optional<ParamType> typeFromText(const std::string& text) {
    for (size_t i = 0; i < kTypeNames.size(); ++i)
        if (text == kTypeNames[i]) return static_cast<ParamType>(i);
    return std::nullopt;
}

std::string textOf(const QJsonObject& json, const char* key) {
    return json[QLatin1String(key)].toString().toStdString();
}

std::optional<double> numberOf(const QJsonObject& json, const char* key) {
    const QJsonValue value = json[QLatin1String(key)];
    return value.isDouble() ? std::optional<double>(value.toDouble()) : std::nullopt;
}

[[noreturn]] void rejectSpec(const std::string& id, const std::string& what) {
    throw Error("The parameter \"" + id + "\" " + what);
}

void checkKeys(const QJsonObject& json, const std::string& id) {
    for (const QString& key : json.keys())
        if (std::find(kSpecKeys.begin(), kSpecKeys.end(), key.toStdString()) == kSpecKeys.end())
            rejectSpec(id, "has the unknown key \"" + key.toStdString() + "\"");
}

std::optional<int64_t> wholeNumber(const QJsonValue& json) {
    if (!json.isDouble()) return std::nullopt;
    // toInteger gives the second argument where the number has a fraction or is out of range.
    constexpr qint64 none = std::numeric_limits<qint64>::min();
    const qint64 number = json.toInteger(none);
    return number == none ? std::nullopt : std::optional<int64_t>(number);
}

std::optional<double> realFromText(std::string text) {
    if (text.starts_with('+')) text.erase(0, 1);
    double number = 0.0;
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    if (result.ec != std::errc() || result.ptr != end) return std::nullopt;
    return number;
}

std::optional<int64_t> wholeFromText(const std::string& text) {
    int64_t number = 0;
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    if (result.ec == std::errc() && result.ptr == end) return number;
    const auto real = realFromText(text); // "1e6" is a whole number too
    if (!real || std::trunc(*real) != *real || std::abs(*real) > 9e15) return std::nullopt;
    return static_cast<int64_t>(*real);
}

std::optional<ParamValue> listFromJson(const QJsonValue& json) {
    if (!json.isArray()) return std::nullopt;
    std::vector<int64_t> list;
    for (const QJsonValue& item : json.toArray()) {
        const auto number = wholeNumber(item);
        if (!number) return std::nullopt;
        list.push_back(*number);
    }
    return list;
}

std::optional<ParamValue> listFromText(const QString& text) {
    std::vector<int64_t> list;
    QString inner = text;
    if (inner.startsWith('[') && inner.endsWith(']')) inner = inner.mid(1, inner.size() - 2);
    if (inner.trimmed().isEmpty()) return list;
    for (const QString& item : inner.split(',')) {
        const auto number = wholeFromText(item.trimmed().toStdString());
        if (!number) return std::nullopt;
        list.push_back(*number);
    }
    return list;
}

std::optional<ParamValue> boolFromText(const QString& text) {
    const QString word = text.toLower();
    if (word == "true" || word == "yes" || word == "on" || word == "1") return true;
    if (word == "false" || word == "no" || word == "off" || word == "0") return false;
    return std::nullopt;
}

template <typename T>
std::optional<ParamValue> asValue(const std::optional<T>& number) {
    return number ? std::optional<ParamValue>(*number) : std::nullopt;
}

void readDefault(const QJsonObject& json, ParamSpec& spec) {
    if (!json.contains("default")) rejectSpec(spec.id, "has no default");
    const auto value = paramValueFromJson(spec.type, json["default"]);
    if (!value)
        rejectSpec(spec.id, std::string("has a default of another type than ") + toText(spec.type));
    spec.defaultValue = *value;
    if (const auto problem = problemWith(spec, *value))
        rejectSpec(spec.id, "has a wrong default: it " + *problem);
}

// Levenshtein: the least number of letters to insert, remove or replace.
size_t editDistance(const std::string& a, const std::string& b) {
    std::vector<size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), size_t{0});
    for (size_t i = 1; i <= a.size(); ++i) {
        size_t diagonal = row[0]++;
        for (size_t j = 1; j <= b.size(); ++j) {
            const size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

} // namespace

const char* toText(ParamType type) {
    return kTypeNames[static_cast<size_t>(type)];
}

ParamSpec paramSpecFromJson(const QJsonObject& json) {
    ParamSpec spec;
    spec.id = textOf(json, "id");
    if (spec.id.empty()) throw Error("A parameter has no id");
    checkKeys(json, spec.id);
    const auto type = typeFromText(textOf(json, "type"));
    if (!type) rejectSpec(spec.id, "has the unknown type \"" + textOf(json, "type") + "\"");
    spec.type = *type;
    spec.label = json.contains("label") ? textOf(json, "label") : spec.id;
    spec.minimum = numberOf(json, "min");
    spec.maximum = numberOf(json, "max");
    spec.minimumIsExclusive = json["exclusive_min"].toBool();
    spec.maximumIsExclusive = json["exclusive_max"].toBool();
    for (const QJsonValue& choice : json["choices"].toArray())
        spec.choices.push_back(choice.toString().toStdString());
    if (spec.type == ParamType::Enum && spec.choices.empty())
        rejectSpec(spec.id, "is an enum without choices");
    spec.unit = textOf(json, "unit");
    spec.group = textOf(json, "group");
    spec.help = textOf(json, "help");
    spec.isAdvanced = json["advanced"].toBool();
    spec.isLogScale = json["log"].toBool();
    spec.dependsOn = textOf(json, "depends_on");
    readDefault(json, spec);
    return spec;
}

QJsonObject toJson(const ParamSpec& spec) {
    QJsonObject json{{"id", QString::fromStdString(spec.id)},
                     {"type", toText(spec.type)},
                     {"label", QString::fromStdString(spec.label)},
                     {"default", toJson(spec.defaultValue)}};
    const auto putText = [&](const char* key, const std::string& text) {
        if (!text.empty()) json[QLatin1String(key)] = QString::fromStdString(text);
    };
    const auto putFlag = [&](const char* key, bool flag) {
        if (flag) json[QLatin1String(key)] = true;
    };
    if (spec.minimum) json["min"] = *spec.minimum;
    if (spec.maximum) json["max"] = *spec.maximum;
    putFlag("exclusive_min", spec.minimumIsExclusive);
    putFlag("exclusive_max", spec.maximumIsExclusive);
    QJsonArray choices;
    for (const std::string& choice : spec.choices)
        choices.append(QString::fromStdString(choice));
    if (!choices.isEmpty()) json["choices"] = choices;
    putText("unit", spec.unit);
    putText("group", spec.group);
    putText("help", spec.help);
    putFlag("advanced", spec.isAdvanced);
    putFlag("log", spec.isLogScale);
    putText("depends_on", spec.dependsOn);
    return json;
}

std::optional<ParamValue> paramValueFromJson(ParamType type, const QJsonValue& json) {
    switch (type) {
        case ParamType::Bool:
            return json.isBool() ? std::optional<ParamValue>(json.toBool()) : std::nullopt;
        case ParamType::Int:
            return asValue(wholeNumber(json));
        case ParamType::Real:
            if (json.isString()) {
                const auto number = realFromText(json.toString().toStdString());
                return number && !std::isfinite(*number) ? asValue(number) : std::nullopt;
            }
            return json.isDouble() ? std::optional<ParamValue>(json.toDouble()) : std::nullopt;
        case ParamType::Enum:
        case ParamType::String:
        case ParamType::Path:
            if (!json.isString()) return std::nullopt;
            return json.toString().toStdString();
        case ParamType::IntList:
            return listFromJson(json);
    }
    return std::nullopt;
}

QJsonValue toJson(const ParamValue& value) {
    struct Visitor {
        QJsonValue operator()(bool flag) const { return flag; }
        QJsonValue operator()(int64_t number) const { return static_cast<qint64>(number); }
        QJsonValue operator()(double number) const {
            if (std::isfinite(number)) return number;
            return QString::fromStdString(toText(ParamValue(number)));
        }
        QJsonValue operator()(const std::string& text) const {
            return QString::fromStdString(text);
        }
        QJsonValue operator()(const std::vector<int64_t>& list) const {
            QJsonArray array;
            for (int64_t number : list)
                array.append(static_cast<qint64>(number));
            return array;
        }
    };
    return std::visit(Visitor{}, value);
}

std::optional<ParamValue> paramValueFromText(ParamType type, const std::string& text) {
    const QString trimmed = QString::fromStdString(text).trimmed();
    switch (type) {
        case ParamType::Bool:
            return boolFromText(trimmed);
        case ParamType::Int:
            return asValue(wholeFromText(trimmed.toStdString()));
        case ParamType::Real:
            return asValue(realFromText(trimmed.toStdString()));
        case ParamType::Enum:
            return trimmed.toStdString();
        case ParamType::String:
        case ParamType::Path:
            return text;
        case ParamType::IntList:
            return listFromText(trimmed);
    }
    return std::nullopt;
}

std::string nearestName(const std::string& text, const std::vector<std::string>& candidates) {
    std::string nearest;
    size_t best = std::max<size_t>(2, text.size() / 3) + 1;
    for (const std::string& candidate : candidates) {
        const size_t distance = editDistance(text, candidate);
        if (distance >= best) continue;
        best = distance;
        nearest = candidate;
    }
    return nearest;
}

} // namespace core
