#include "core/data/episode_sampler.h"

#include <numeric>

#include <ATen/Functions.h>

#include "core/data/labels.h"
#include "core/error.h"

namespace core {
namespace {

// Brings `count` random items to the front; the rest stays for the next time.
template <typename Item>
void draw(std::vector<Item>& items, int64_t count, Random& random) {
    for (size_t i = 0; i < static_cast<size_t>(count); ++i)
        std::swap(items[i], items[i + random.below(items.size() - i)]);
}

} // namespace

EpisodeSampler::EpisodeSampler(const at::Tensor& labels, Shape shape)
    : m_size(labels.numel()), m_shape(shape) {
    if (shape.ways < 1 || shape.shots < 1 || shape.queries < 0 || shape.episodes < 1)
        throw Error("An episode needs at least one class and one shot, and a pass one episode");
    const int64_t needed = shape.shots + shape.queries;
    for (auto& samples : samplesByClass(labels))
        if (static_cast<int64_t>(samples.size()) >= needed) m_samples.push_back(std::move(samples));
    if (static_cast<int64_t>(m_samples.size()) < shape.ways)
        throw Error("An episode needs " + std::to_string(shape.ways) + " classes of at least " +
                    std::to_string(needed) + " samples, but the data has " +
                    std::to_string(m_samples.size()) + ". Ask for fewer classes, shots or queries");
}

at::Tensor EpisodeSampler::order(const Pass& pass) const {
    pass.requireSize(static_cast<size_t>(m_size), "classes");
    std::vector<std::vector<int64_t>> samples = m_samples;
    std::vector<size_t> classes(samples.size());
    std::iota(classes.begin(), classes.end(), size_t{0});
    at::Tensor order = at::empty({length(m_size)}, at::kLong);
    int64_t* numbers = order.data_ptr<int64_t>();
    Random random = pass.random();
    for (int64_t episode = 0; episode < m_shape.episodes; ++episode) {
        draw(classes, m_shape.ways, random);
        int64_t* queries = numbers + m_shape.ways * m_shape.shots;
        for (int64_t way = 0; way < m_shape.ways; ++way) {
            auto& group = samples[classes[static_cast<size_t>(way)]];
            draw(group, m_shape.shots + m_shape.queries, random);
            const auto firstQuery = group.begin() + m_shape.shots;
            numbers = std::copy(group.begin(), firstQuery, numbers);
            queries = std::copy(firstQuery, firstQuery + m_shape.queries, queries);
        }
        numbers = queries;
    }
    return order;
}

} // namespace core
