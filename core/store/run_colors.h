// The colour and line style that a run gets at its creation and keeps. Any thread.
#pragma once

#include <cstdint>
#include <iterator>
#include <string>

namespace core {

// Colours of Okabe & Ito, told apart by people with any colour vision. Yellow, invisible on white,
// is left out; grey stands for black, which is invisible on the dark theme.
inline std::string runColor(int64_t number) {
    constexpr const char* colors[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                      "#E69F00", "#56B4E9", "#7F7F7F"};
    return colors[static_cast<uint64_t>(number - 1) % std::size(colors)];
}

// When the colours have been used up, the line tells runs apart.
inline std::string runLineStyle(int64_t number) {
    constexpr const char* styles[] = {"solid", "dash", "dot"};
    return styles[static_cast<uint64_t>(number - 1) / 7 % std::size(styles)];
}

} // namespace core
