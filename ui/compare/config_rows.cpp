#include "ui/compare/config_rows.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QStringList>

#include <algorithm>

#include "ui/common/format.h"

namespace ui {
namespace {

QString valueText(const QJsonValue& value) {
    switch (value.type()) {
        case QJsonValue::Bool:
            return value.toBool() ? QStringLiteral("true") : QStringLiteral("false");
        case QJsonValue::Double:
            return fullNumberText(value.toDouble());
        case QJsonValue::Array: {
            QStringList parts;
            for (const QJsonValue& part : value.toArray())
                parts.append(valueText(part));
            return parts.join(QStringLiteral(", "));
        }
        case QJsonValue::String:
            return value.toString();
        default:
            return {};
    }
}

void appendRows(const QString& key, const QJsonValue& value, std::vector<ConfigRow>& rows) {
    if (!value.isObject()) {
        rows.push_back({key, valueText(value)});
        return;
    }
    const QJsonObject object = value.toObject();
    // A callback without parameters of its own is switched on all the same.
    if (object.isEmpty() && key.contains(u'.')) rows.push_back({key, QStringLiteral("on")});
    for (auto it = object.begin(); it != object.end(); ++it)
        appendRows(key + u'.' + it.key(), it.value(), rows);
}

} // namespace

std::vector<ConfigRow> configRows(const std::string& configJson) {
    const QJsonObject config =
        QJsonDocument::fromJson(QByteArray::fromStdString(configJson)).object();
    QStringList sections = {"data", "model", "optimizer", "schedule", "callbacks", "run"};
    for (const QString& key : config.keys())
        if (!sections.contains(key) && key != QLatin1String("torchdesk") &&
            key != QLatin1String("name"))
            sections.append(key);
    std::vector<ConfigRow> rows;
    for (const QString& section : sections)
        if (config.contains(section)) appendRows(section, config[section], rows);
    return rows;
}

} // namespace ui
