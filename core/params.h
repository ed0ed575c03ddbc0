// Hyperparameters as data: one description (ParamSpec) that forms, files and the engine all read.
// Values; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace core {

enum class ParamType { Bool, Int, Real, Enum, String, Path, IntList };

// Bool -> bool, Int -> int64_t, Real -> double, Enum, String, Path -> std::string, IntList ->
// vector<int64_t>.
using ParamValue = std::variant<bool, int64_t, double, std::string, std::vector<int64_t>>;

// Describes one hyperparameter. Comes from the JSON beside a component or inside a model plugin.
struct ParamSpec {
    std::string id;    // key in the config, snake_case: "learning_rate"
    std::string label; // what the form shows: "Learning rate"
    ParamType type = ParamType::String;
    ParamValue defaultValue;
    std::optional<double> minimum; // of the number, or of each number of a list
    std::optional<double> maximum;
    bool minimumIsExclusive = false;
    bool maximumIsExclusive = false;
    std::vector<std::string> choices; // Enum only
    std::string unit;                 // "s", "steps", ...; empty: none
    std::string group;                // heading in the form; empty: the component's own
    std::string help;                 // one or two sentences
    bool isAdvanced = false;
    bool isLogScale = false; // arrow keys multiply instead of add
    std::string dependsOn; // "id=value": shown only while the sibling has that value; empty: always
};

// What is wrong with `value` for `spec`, in words with the allowed range; nullopt when it is fine.
// An int64_t given for a Real counts as that real number.
std::optional<std::string> problemWith(const ParamSpec& spec, const ParamValue& value);

// "1e-5", "64, 32", "true": as forms and tables show a value; reads back to the same value.
std::string toText(const ParamValue& value);

// Values for a list of specs, in the order of the specs. Every spec has a value at all times.
class Params {
public:
    Params() = default;
    explicit Params(std::vector<ParamSpec> specs); // all at their defaults

    const std::vector<ParamSpec>& specs() const { return m_specs; }
    const ParamSpec* find(const std::string& id) const; // nullptr when there is none

    // The readers throw Error when `id` is not among the specs or has another type: a mistake in
    // the program.
    bool flag(const std::string& id) const;
    int64_t integer(const std::string& id) const;
    double real(const std::string& id) const;
    const std::string& text(const std::string& id) const;
    const std::vector<int64_t>& integers(const std::string& id) const;
    const ParamValue& value(const std::string& id) const;

    // Stores the value without judging its range (validate() does); throws Error when the id is
    // unknown. An int64_t for a Real is converted.
    void set(const std::string& id, ParamValue value);

    friend bool operator==(const Params& a, const Params& b) { return a.m_values == b.m_values; }

private:
    size_t indexOf(const std::string& id) const;
    std::vector<ParamSpec> m_specs;
    std::vector<ParamValue> m_values;
};

} // namespace core
