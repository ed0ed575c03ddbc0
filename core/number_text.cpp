#include "core/number_text.h"

#include <charconv>
#include <cmath>

namespace core {
namespace {

std::string notFinite(double value) {
    if (std::isnan(value)) return "nan";
    return value > 0 ? "inf" : "-inf";
}

} // namespace

std::string shortExponent(std::string number) {
    const size_t e = number.find('e');
    if (e == std::string::npos) return number;
    size_t digit = e + 1;
    const bool isNegative = number[digit] == '-';
    if (isNegative || number[digit] == '+') ++digit;
    while (digit + 1 < number.size() && number[digit] == '0')
        ++digit;
    return number.substr(0, e + 1) + (isNegative ? "-" : "") + number.substr(digit);
}

std::string numberText(double value) {
    if (!std::isfinite(value)) return notFinite(value);
    char buffer[32]; // the shortest text that reads back to the same number needs at most 24
    // Shortest alone would show a million as 1e+06.
    const bool isPlain = std::trunc(value) == value && std::abs(value) < 1e15;
    const auto end =
        isPlain ? std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed).ptr
                : std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return shortExponent(std::string(buffer, end));
}

std::string numberText(double value, int digits) {
    if (!std::isfinite(value)) return notFinite(value);
    char buffer[40];
    const auto end =
        std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits)
            .ptr;
    return shortExponent(std::string(buffer, end));
}

} // namespace core
