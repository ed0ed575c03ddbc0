// Which rows are for training and which are set aside to validate on. Pure functions of their
// arguments; any thread.
#pragma once

#include <cstdint>
#include <vector>

namespace core {

struct RowSplit {
    std::vector<int64_t> train;      // ascending
    std::vector<int64_t> validation; // ascending
};

// Sets aside round(fraction * count) of the rows 0 ... count-1, fraction in [0, 1); at least one
// row stays for training.
RowSplit splitRows(int64_t count, double fraction, uint64_t seed);

// The same within each class, so that both parts have the same mix; at least one row of every class
// stays for training. classes: one per row, each >= 0.
RowSplit splitByClass(const std::vector<int64_t>& classes, double fraction, uint64_t seed);

} // namespace core
