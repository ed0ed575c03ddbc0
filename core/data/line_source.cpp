#include "core/data/line_source.h"

#include <ATen/Functions.h>

#include "core/data/random.h"
#include "core/data/split.h"
#include "core/data/tensor_dataset.h"

namespace core {

DataSplit makeLineData(const Params& params, uint64_t seed) {
    const int64_t count = params.integer("samples");
    at::Tensor x = at::empty({count, 1}, at::kFloat);
    at::Tensor y = at::empty({count, 1}, at::kFloat);
    Random random(seed);
    for (int64_t i = 0; i < count; ++i) {
        const double at = 2.0 * random.uniform() - 1.0;
        const double mean = params.real("slope") * at + params.real("intercept");
        x.data_ptr<float>()[i] = static_cast<float>(at);
        y.data_ptr<float>()[i] = static_cast<float>(mean + params.real("noise") * random.normal());
    }
    DatasetInfo info;
    info.inputShape = {1};
    info.featureNames = {"x"};
    info.targetNames = {"y"};
    info.targetMean = {0.0};
    info.targetScale = {1.0};
    return splitTensors(info, x, y, splitRows(count, params.real("validation"), seed));
}

} // namespace core
