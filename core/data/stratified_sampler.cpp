#include "core/data/stratified_sampler.h"

#include <ATen/Functions.h>

#include "core/data/labels.h"
#include "core/error.h"

namespace core {
namespace {

// Which class comes at each place. The sample j of a class of n among all N has to stand in
// [floor(j N / n), ceil((j + 1) N / n)); taking the class whose sample must come soonest keeps all
// of these. Baruah et al. 1996, "Proportionate progress: a notion of fairness in resource
// allocation", for one resource.
std::vector<size_t> classOfEachPlace(const std::vector<std::vector<int64_t>>& samples,
                                     int64_t size) {
    std::vector<int64_t> taken(samples.size(), 0);
    std::vector<size_t> places;
    places.reserve(static_cast<size_t>(size));
    for (int64_t place = 0; place < size; ++place) {
        size_t soonest = 0;
        int64_t soonestEnd = INT64_MAX;
        for (size_t group = 0; group < samples.size(); ++group) {
            const auto count = static_cast<int64_t>(samples[group].size());
            if (taken[group] == count || taken[group] * size / count > place) continue;
            const int64_t end = ((taken[group] + 1) * size + count - 1) / count;
            if (end >= soonestEnd) continue;
            soonest = group;
            soonestEnd = end;
        }
        places.push_back(soonest);
        ++taken[soonest];
    }
    return places;
}

} // namespace

StratifiedSampler::StratifiedSampler(const at::Tensor& labels) : m_size(labels.numel()) {
    for (auto& samples : samplesByClass(labels))
        if (!samples.empty()) m_samples.push_back(std::move(samples));
}

at::Tensor StratifiedSampler::order(const Pass& pass) const {
    pass.requireSize(static_cast<size_t>(m_size), "classes");
    std::vector<std::vector<int64_t>> samples = m_samples;
    Random random = pass.random();
    for (auto& group : samples)
        shuffle(group, random);
    at::Tensor order = at::empty({m_size}, at::kLong);
    int64_t* numbers = order.data_ptr<int64_t>();
    for (size_t group : classOfEachPlace(m_samples, m_size)) {
        *numbers++ = samples[group].back();
        samples[group].pop_back();
    }
    return order;
}

} // namespace core
