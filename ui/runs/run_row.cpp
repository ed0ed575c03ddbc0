#include "ui/runs/run_row.h"

#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QStringList>

#include <algorithm>

#include "core/params.h"

namespace ui {
namespace {

QString numberOf(const QJsonValue& value) {
    const qint64 whole = value.toInteger(0);
    if (static_cast<double>(whole) == value.toDouble()) return QString::number(whole);
    return QString::fromStdString(core::toText(core::ParamValue(value.toDouble())));
}

QString leafText(const QJsonValue& value) {
    if (value.isBool()) return value.toBool() ? QStringLiteral("true") : QStringLiteral("false");
    if (value.isDouble()) return numberOf(value);
    if (!value.isArray()) return value.toString();
    QStringList parts;
    for (const QJsonValue& part : value.toArray())
        parts.append(leafText(part));
    return parts.join(QStringLiteral(", "));
}

void flattenInto(QHash<QString, QString>& result, const QString& prefix,
                 const QJsonObject& object) {
    for (auto it = object.begin(); it != object.end(); ++it) {
        const QString path = prefix.isEmpty() ? it.key() : prefix + QLatin1Char('.') + it.key();
        if (it.value().isObject())
            flattenInto(result, path, it.value().toObject());
        else
            result.insert(path, leafText(it.value()));
    }
}

} // namespace

double RunRow::fractionDone() const {
    if (record.startedMs == 0) return -1.0;
    if (record.state == core::RunState::Finished) return 1.0;
    if (record.totalSteps > 0)
        return std::clamp(static_cast<double>(record.step) / static_cast<double>(record.totalSteps),
                          0.0, 1.0);
    if (record.epochCount > 0)
        return std::clamp(
            static_cast<double>(record.epoch) / static_cast<double>(record.epochCount), 0.0, 1.0);
    return 0.0;
}

QHash<QString, QString> flattenConfig(const std::string& configJson) {
    QHash<QString, QString> result;
    const QByteArray bytes = QByteArray::fromStdString(configJson);
    flattenInto(result, {}, QJsonDocument::fromJson(bytes).object());
    result.remove(QStringLiteral("name"));
    result.remove(QStringLiteral("torchdesk"));
    return result;
}

} // namespace ui
