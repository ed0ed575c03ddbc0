#include "ui/editor/param_text.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QLocale>
#include <QtCore/QRegularExpression>
#include <QtCore/QStringList>

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

// The C locale that takes no comma for grouping: "1,000,000" is a mistake to point out.
QLocale plainLocale() {
    QLocale locale = QLocale::c();
    locale.setNumberOptions(QLocale::RejectGroupSeparator);
    return locale;
}

using core::ParamType;
using core::ParamValue;

QString tr(const char* text) {
    return QCoreApplication::translate("ui::ParamText", text);
}

QString sentence(const std::string& problem) {
    QString text = QString::fromStdString(problem);
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    return text;
}

// "0,001" -> "0.001": a comma between digits, once, and no point.
bool hasDecimalComma(const QString& text) {
    static const QRegularExpression pattern(QStringLiteral("^[+-]?\\d*,\\d+([eE][+-]?\\d+)?$"));
    return pattern.match(text).hasMatch();
}

ParsedParam parseReal(const QString& given) {
    ParsedParam result;
    QString text = given;
    if (hasDecimalComma(text)) {
        text.replace(QLatin1Char(','), QLatin1Char('.'));
        result.hint = tr("Read as %1: numbers use a decimal point.").arg(text);
    }
    bool ok = false;
    const double number = plainLocale().toDouble(text, &ok);
    if (ok)
        result.value = number;
    else
        result.problem = tr("Must be a number, such as 0.001 or 3e-4");
    return result;
}

ParsedParam parseInt(const QString& text) {
    ParsedParam result;
    bool ok = false;
    const qlonglong number = plainLocale().toLongLong(text, &ok);
    if (ok) {
        result.value = static_cast<int64_t>(number);
        return result;
    }
    const double real = plainLocale().toDouble(text, &ok); // "1e4"
    if (ok && std::fabs(real) < 9e15 && real == std::floor(real))
        result.value = static_cast<int64_t>(real);
    else
        result.problem = tr("Must be a whole number");
    return result;
}

ParsedParam parseIntList(QString text) {
    ParsedParam result;
    text.remove(QLatin1Char('['));
    text.remove(QLatin1Char(']'));
    static const QRegularExpression separators(QStringLiteral("[,;\\s]+"));
    std::vector<int64_t> numbers;
    for (const QString& part : text.split(separators, Qt::SkipEmptyParts)) {
        bool ok = false;
        numbers.push_back(plainLocale().toLongLong(part, &ok));
        if (ok) continue;
        result.problem = tr("Must be whole numbers, such as 64, 32");
        return result;
    }
    result.value = std::move(numbers);
    return result;
}

ParsedParam parseByType(const core::ParamSpec& spec, const QString& text) {
    switch (spec.type) {
        case ParamType::Int:
            return parseInt(text.trimmed());
        case ParamType::Real:
            return parseReal(text.trimmed());
        case ParamType::IntList:
            return parseIntList(text);
        case ParamType::Bool:
            return {ParamValue(text == QLatin1String("true")), {}, {}};
        default:
            return {ParamValue(text.toStdString()), {}, {}};
    }
}

// Three significant digits: steps on a log scale give round numbers, and ten of them a factor 100.
double rounded(double value) {
    return QString::number(value, 'g', 3).toDouble();
}

double clampToRange(const core::ParamSpec& spec, double wanted, double before) {
    if (spec.minimum &&
        (wanted < *spec.minimum || (spec.minimumIsExclusive && wanted == *spec.minimum)))
        return spec.minimumIsExclusive ? before : *spec.minimum;
    if (spec.maximum &&
        (wanted > *spec.maximum || (spec.maximumIsExclusive && wanted == *spec.maximum)))
        return spec.maximumIsExclusive ? before : *spec.maximum;
    return wanted;
}

double steppedReal(const core::ParamSpec& spec, double value, int direction, bool big) {
    if (spec.isLogScale && value > 0)
        return rounded(value * std::pow(10.0, direction * (big ? 1.0 : 0.2)));
    if (spec.isLogScale && direction > 0) return 1e-6; // from zero upwards
    const double size =
        value == 0.0 ? 1.0 : std::pow(10.0, std::floor(std::log10(std::fabs(value))));
    const double unit = spec.maximum && *spec.maximum <= 1.0 ? 0.05 : size / 10.0;
    return rounded(value + direction * unit * (big ? 10 : 1));
}

double steppedInt(const core::ParamSpec& spec, double value, int direction, bool big) {
    if (!spec.isLogScale || value < 5) return value + direction * (big ? 10 : 1);
    const double wanted = std::round(value * std::pow(10.0, direction * (big ? 1.0 : 0.2)));
    return rounded(wanted);
}

} // namespace

ParsedParam parseParam(const core::ParamSpec& spec, const QString& text) {
    ParsedParam result = parseByType(spec, text);
    if (!result.value) return result;
    if (const auto problem = core::problemWith(spec, *result.value))
        result.problem = sentence(*problem);
    return result;
}

QString paramText(const core::ParamValue& value) {
    return QString::fromStdString(core::toText(value));
}

core::ParamValue steppedParam(const core::ParamSpec& spec, const core::ParamValue& value,
                              int direction, bool big) {
    if (const auto* whole = std::get_if<int64_t>(&value)) {
        const auto before = static_cast<double>(*whole);
        const double wanted = steppedInt(spec, before, direction, big);
        return static_cast<int64_t>(clampToRange(spec, wanted, before));
    }
    if (const auto* real = std::get_if<double>(&value))
        return clampToRange(spec, steppedReal(spec, *real, direction, big), *real);
    return value;
}

QString rangeHint(const core::ParamSpec& spec) {
    const auto number = [](double v) { return paramText(core::ParamValue(v)); };
    QStringList parts;
    if (spec.minimum)
        parts.append((spec.minimumIsExclusive ? tr("more than %1") : tr("at least %1"))
                         .arg(number(*spec.minimum)));
    if (spec.maximum)
        parts.append((spec.maximumIsExclusive ? tr("less than %1") : tr("at most %1"))
                         .arg(number(*spec.maximum)));
    return parts.join(tr(" and "));
}

} // namespace ui
