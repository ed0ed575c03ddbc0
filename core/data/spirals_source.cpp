#include "core/data/spirals_source.h"

#include <cmath>

#include <ATen/Functions.h>

#include "core/data/random.h"
#include "core/data/split.h"
#include "core/data/tensor_dataset.h"
#include "core/error.h"

namespace core {

DataSplit makeSpiralsData(const Params& params, uint64_t seed) {
    const int64_t count = params.integer("samples");
    const int64_t arms = params.integer("arms");
    if (count < arms)
        throw Error("A spiral of " + std::to_string(arms) +
                    " arms needs at least as many samples, not " + std::to_string(count));
    at::Tensor points = at::empty({count, 2}, at::kFloat);
    std::vector<int64_t> classes;
    Random random(seed);
    float* out = points.data_ptr<float>();
    for (int64_t i = 0; i < count; ++i) {
        const int64_t arm = i % arms;
        const double radius = std::sqrt(random.uniform()); // as dense outside as inside
        const double angle =
            2.0 * M_PI *
            (params.real("turns") * radius + static_cast<double>(arm) / static_cast<double>(arms));
        *out++ =
            static_cast<float>(radius * std::cos(angle) + params.real("noise") * random.normal());
        *out++ =
            static_cast<float>(radius * std::sin(angle) + params.real("noise") * random.normal());
        classes.push_back(arm);
    }
    DatasetInfo info;
    info.task = Task::Classification;
    info.inputShape = {2};
    info.outputCount = arms;
    info.featureNames = {"x", "y"};
    info.targetNames = {"arm"};
    for (int64_t arm = 1; arm <= arms; ++arm)
        info.classNames.push_back("arm " + std::to_string(arm));
    return splitTensors(info, points, at::tensor(classes, at::kLong),
                        splitByClass(classes, params.real("validation"), seed));
}

} // namespace core
