// Random numbers that are the same on every machine and with every library version, from a seed.
// Used where data is made, split and shuffled. One thread at a time.
#pragma once

#include <cstdint>
#include <utility>

namespace core {

// A seed that depends on both numbers in every bit, for generators that must not resemble each
// other: mixSeed(seed, epoch).
uint64_t mixSeed(uint64_t seed, uint64_t number);

// SplitMix64: Steele, Lea & Flood 2014, "Fast splittable pseudorandom number generators".
class Random {
public:
    explicit Random(uint64_t seed) : m_state(seed) {}

    uint64_t next();
    uint64_t below(uint64_t bound); // in [0, bound), bound > 0
    double uniform();               // in [0, 1)
    double normal();                // mean 0, standard deviation 1

private:
    uint64_t m_state;
};

// Fisher-Yates.
template <typename Container>
void shuffle(Container& items, Random& random) {
    for (uint64_t i = items.size(); i > 1; --i) {
        using std::swap;
        swap(items[i - 1], items[random.below(i)]);
    }
}

} // namespace core
