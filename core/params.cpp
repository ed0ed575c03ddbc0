#include "core/params.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/number_text.h"

namespace core {
namespace {

std::string rangeText(const ParamSpec& spec) {
    const std::string low = spec.minimum ? numberText(*spec.minimum) : "";
    const std::string high = spec.maximum ? numberText(*spec.maximum) : "";
    const std::string above = spec.minimumIsExclusive ? "more than " : "at least ";
    const std::string below = spec.maximumIsExclusive ? "less than " : "at most ";
    if (spec.minimum && spec.maximum) {
        if (!spec.minimumIsExclusive && !spec.maximumIsExclusive)
            return "between " + low + " and " + high;
        return above + low + " and " + below + high;
    }
    return spec.minimum ? above + low : below + high;
}

bool isInRange(const ParamSpec& spec, double number) {
    if (std::isnan(number)) return false;
    if (spec.minimum &&
        (spec.minimumIsExclusive ? number <= *spec.minimum : number < *spec.minimum))
        return false;
    return !spec.maximum ||
           (spec.maximumIsExclusive ? number < *spec.maximum : number <= *spec.maximum);
}

std::optional<std::string> rangeProblem(const ParamSpec& spec, double number) {
    if (std::isnan(number)) return "must be a number";
    if (isInRange(spec, number)) return std::nullopt;
    return "must be " + rangeText(spec) + ", not " + numberText(number);
}

std::optional<std::string> choiceProblem(const ParamSpec& spec, const std::string& value) {
    if (std::find(spec.choices.begin(), spec.choices.end(), value) != spec.choices.end())
        return std::nullopt;
    std::string list;
    for (const std::string& choice : spec.choices)
        list += (list.empty() ? "" : ", ") + choice;
    return "must be one of " + list + ", not \"" + value + "\"";
}

template <typename T>
const T& checkedGet(const ParamValue& value, const std::string& id) {
    if (const T* typed = std::get_if<T>(&value)) return *typed;
    throw Error("Parameter " + id + " was read as another type than it has");
}

} // namespace

std::optional<std::string> problemWith(const ParamSpec& spec, const ParamValue& value) {
    switch (spec.type) {
        case ParamType::Bool:
            if (std::holds_alternative<bool>(value)) return std::nullopt;
            return "must be true or false";
        case ParamType::Int:
            if (const auto* whole = std::get_if<int64_t>(&value))
                return rangeProblem(spec, static_cast<double>(*whole));
            return "must be a whole number";
        case ParamType::Real:
            if (const auto* whole = std::get_if<int64_t>(&value))
                return rangeProblem(spec, static_cast<double>(*whole));
            if (const auto* real = std::get_if<double>(&value)) return rangeProblem(spec, *real);
            return "must be a number";
        case ParamType::Enum:
            if (const auto* text = std::get_if<std::string>(&value))
                return choiceProblem(spec, *text);
            return "must be text";
        case ParamType::String:
        case ParamType::Path:
            if (std::holds_alternative<std::string>(value)) return std::nullopt;
            return "must be text";
        case ParamType::IntList:
            if (const auto* list = std::get_if<std::vector<int64_t>>(&value)) {
                for (int64_t number : *list)
                    if (auto problem = rangeProblem(spec, static_cast<double>(number)))
                        return "each number " + *problem;
                return std::nullopt;
            }
            return "must be a list of whole numbers, such as 64, 32";
    }
    return std::nullopt;
}

std::string toText(const ParamValue& value) {
    struct Visitor {
        std::string operator()(bool flag) const { return flag ? "true" : "false"; }
        std::string operator()(int64_t number) const { return std::to_string(number); }
        std::string operator()(double number) const { return numberText(number); }
        std::string operator()(const std::string& text) const { return text; }
        std::string operator()(const std::vector<int64_t>& list) const {
            std::string text;
            for (int64_t number : list)
                text += (text.empty() ? "" : ", ") + std::to_string(number);
            return text;
        }
    };
    return std::visit(Visitor{}, value);
}

Params::Params(std::vector<ParamSpec> specs) : m_specs(std::move(specs)) {
    m_values.reserve(m_specs.size());
    for (const ParamSpec& spec : m_specs)
        m_values.push_back(spec.defaultValue);
}

const ParamSpec* Params::find(const std::string& id) const {
    const auto found = std::find_if(m_specs.begin(), m_specs.end(),
                                    [&](const ParamSpec& spec) { return spec.id == id; });
    return found == m_specs.end() ? nullptr : &*found;
}

size_t Params::indexOf(const std::string& id) const {
    const ParamSpec* spec = find(id);
    if (!spec) throw Error("There is no parameter named " + id);
    return static_cast<size_t>(spec - m_specs.data());
}

const ParamValue& Params::value(const std::string& id) const {
    return m_values[indexOf(id)];
}

bool Params::flag(const std::string& id) const {
    return checkedGet<bool>(value(id), id);
}

int64_t Params::integer(const std::string& id) const {
    return checkedGet<int64_t>(value(id), id);
}

double Params::real(const std::string& id) const {
    return checkedGet<double>(value(id), id);
}

const std::string& Params::text(const std::string& id) const {
    return checkedGet<std::string>(value(id), id);
}

const std::vector<int64_t>& Params::integers(const std::string& id) const {
    return checkedGet<std::vector<int64_t>>(value(id), id);
}

void Params::set(const std::string& id, ParamValue value) {
    const size_t index = indexOf(id);
    const auto* whole = std::get_if<int64_t>(&value);
    if (whole && m_specs[index].type == ParamType::Real) value = static_cast<double>(*whole);
    m_values[index] = std::move(value);
}

} // namespace core
