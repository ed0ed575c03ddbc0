// Numbers as text, in one way wherever the program writes them, whatever the locale. Any thread.
#pragma once

#include <string>

namespace core {

// The shortest text that reads back to the same number: "3e-4", "0.05", "1000000"; "nan", "inf".
std::string numberText(double value);

std::string numberText(double value, int digits); // rounded to so many significant digits: "0.2345"

std::string shortExponent(std::string number); // "3e-04" -> "3e-4", "1.5e+06" -> "1.5e6"

} // namespace core
