// Batches for few-shot learning: each is an episode, a small task of its own, of some classes drawn
// at random with a few samples of each. Any thread.
#pragma once

#include <vector>

#include "core/data/sampler.h"

namespace core {

// A batch of `ways` * (`shots` + `queries`) different samples: first the support, `shots` of the
// first class, then as many of the second ...; then the queries in the same order of classes. So
// in a model x.narrow(0, 0, ways * shots).view({ways, shots, ...}) is the support, and the class
// within the episode is the first index; "target" keeps the classes of the data.
// Vinyals et al. 2016, "Matching networks for one shot learning".
class EpisodeSampler final : public Sampler {
public:
    struct Shape {
        int64_t ways = 5;
        int64_t shots = 1;
        int64_t queries = 15;
        int64_t episodes = 100; // batches of a pass
    };

    // labels: int64 [samples], the class of each. Classes of less than shots + queries samples are
    // never drawn; throws Error when fewer than `ways` have enough.
    EpisodeSampler(const at::Tensor& labels, Shape shape);

    at::Tensor order(const Pass& pass) const override;
    int64_t length(int64_t) const override { return m_shape.episodes * batchSize(0); }
    int64_t batchSize(int64_t) const override {
        return m_shape.ways * (m_shape.shots + m_shape.queries);
    }

private:
    std::vector<std::vector<int64_t>> m_samples; // by class, those of too few left out
    int64_t m_size = 0;
    Shape m_shape;
};

} // namespace core
