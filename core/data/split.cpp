#include "core/data/split.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/data/random.h"

namespace core {
namespace {

// Keeps the split's random numbers apart from those that the same seed draws elsewhere.
constexpr uint64_t kStream = 0x73706c6974;

// The rows are shuffled and the first `count` of them set aside.
void divide(std::vector<int64_t> rows, int64_t count, Random& random, RowSplit& split) {
    shuffle(rows, random);
    const auto border = rows.begin() + count;
    split.validation.insert(split.validation.end(), rows.begin(), border);
    split.train.insert(split.train.end(), border, rows.end());
}

void sortRows(RowSplit& split) {
    std::sort(split.train.begin(), split.train.end());
    std::sort(split.validation.begin(), split.validation.end());
}

// How many of each class to set aside: the whole part of its share, then one more for those with
// the largest rest until the sum is right.
std::vector<int64_t> shares(const std::vector<std::vector<int64_t>>& groups, int64_t rowCount,
                            double fraction) {
    std::vector<int64_t> counts;
    for (const auto& rows : groups)
        counts.push_back(static_cast<int64_t>(fraction * static_cast<double>(rows.size())));
    const auto rest = [&](size_t group) {
        return fraction * static_cast<double>(groups[group].size()) -
               static_cast<double>(counts[group]);
    };
    std::vector<size_t> order(groups.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return rest(a) > rest(b); });
    const int64_t wanted = std::llround(fraction * static_cast<double>(rowCount));
    int64_t missing = wanted - std::accumulate(counts.begin(), counts.end(), int64_t{0});
    for (size_t group : order) {
        if (missing <= 0) break;
        if (counts[group] + 1 >= static_cast<int64_t>(groups[group].size())) continue;
        ++counts[group];
        --missing;
    }
    return counts;
}

} // namespace

RowSplit splitRows(int64_t count, double fraction, uint64_t seed) {
    std::vector<int64_t> rows(static_cast<size_t>(count));
    std::iota(rows.begin(), rows.end(), int64_t{0});
    const int64_t wanted = std::llround(fraction * static_cast<double>(count));
    RowSplit split;
    Random random(mixSeed(seed, kStream));
    divide(std::move(rows), std::clamp<int64_t>(wanted, 0, std::max<int64_t>(count - 1, 0)), random,
           split);
    sortRows(split);
    return split;
}

RowSplit splitByClass(const std::vector<int64_t>& classes, double fraction, uint64_t seed) {
    std::vector<std::vector<int64_t>> groups;
    for (size_t row = 0; row < classes.size(); ++row) {
        const auto group = static_cast<size_t>(classes[row]);
        if (group >= groups.size()) groups.resize(group + 1);
        groups[group].push_back(static_cast<int64_t>(row));
    }
    const std::vector<int64_t> counts =
        shares(groups, static_cast<int64_t>(classes.size()), fraction);
    RowSplit split;
    Random random(mixSeed(seed, kStream));
    for (size_t group = 0; group < groups.size(); ++group)
        divide(groups[group], counts[group], random, split);
    sortRows(split);
    return split;
}

} // namespace core
