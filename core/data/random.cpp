#include "core/data/random.h"

#include <cmath>

namespace core {
namespace {

uint64_t scramble(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

constexpr uint64_t kGoldenGamma = 0x9e3779b97f4a7c15u;

} // namespace

uint64_t mixSeed(uint64_t seed, uint64_t number) {
    return scramble(scramble(seed + kGoldenGamma) ^ (number + kGoldenGamma));
}

uint64_t Random::next() {
    return scramble(m_state += kGoldenGamma);
}

uint64_t Random::below(uint64_t bound) {
    // Numbers past the last whole multiple of the bound would make small results likelier.
    const uint64_t limit = UINT64_MAX - UINT64_MAX % bound;
    uint64_t number = next();
    while (number >= limit)
        number = next();
    return number % bound;
}

double Random::uniform() {
    return static_cast<double>(next() >> 11) * 0x1.0p-53;
}

double Random::normal() {
    // Box & Muller 1958; 1 - uniform() is never 0.
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
    return radius * std::cos(2.0 * M_PI * uniform());
}

} // namespace core
