#include "core/data/labels.h"

#include "core/error.h"

namespace core {

std::vector<std::vector<int64_t>> samplesByClass(const at::Tensor& labels) {
    if (!labels.defined() || labels.dim() != 1 || labels.scalar_type() != at::kLong)
        throw Error("The data has no classes to sample by. Choose shuffled for its order");
    const at::Tensor contiguous = labels.contiguous();
    const int64_t* classes = contiguous.data_ptr<int64_t>();
    std::vector<std::vector<int64_t>> samples;
    for (int64_t i = 0; i < labels.size(0); ++i) {
        if (classes[i] < 0)
            throw Error("Sample " + std::to_string(i) + " has the class " +
                        std::to_string(classes[i]) + ". Classes are counted from 0");
        const auto group = static_cast<size_t>(classes[i]);
        if (group >= samples.size()) samples.resize(group + 1);
        samples[group].push_back(i);
    }
    return samples;
}

std::vector<double> balancedWeights(const at::Tensor& labels) {
    std::vector<double> weights(static_cast<size_t>(labels.defined() ? labels.numel() : 0));
    for (const auto& samples : samplesByClass(labels))
        for (int64_t sample : samples)
            weights[static_cast<size_t>(sample)] = 1.0 / static_cast<double>(samples.size());
    return weights;
}

} // namespace core
