#include "core/data/idx_source.h"

#include <ATen/Functions.h>

#include "core/data/idx_file.h"
#include "core/data/split.h"
#include "core/data/tensor_dataset.h"
#include "core/error.h"

namespace core {
namespace {

// float32 [samples, 1, height, width] in 0..1, or [samples, features...] of another rank.
at::Tensor readInputs(const std::string& path) {
    const at::Tensor bytes = readIdx(path);
    if (bytes.dim() < 2)
        throw Error("The file " + path + " holds one number per sample: these are labels. Choose " +
                    "the file of pictures.");
    const at::Tensor inputs = bytes.to(at::kFloat).div_(255.0);
    return inputs.dim() == 3 ? inputs.unsqueeze(1) : inputs;
}

at::Tensor readLabels(const std::string& path, int64_t count) {
    const at::Tensor bytes = readIdx(path);
    if (bytes.dim() != 1)
        throw Error("The file " + path + " holds more than one number per sample: these are no " +
                    "labels. Choose the file of labels.");
    if (bytes.size(0) != count)
        throw Error("There are " + std::to_string(count) + " pictures, but " +
                    std::to_string(bytes.size(0)) + " labels in " + path +
                    ". Choose the files that belong together.");
    return bytes.to(at::kLong);
}

} // namespace

DataSplit makeIdxData(const Params& params, uint64_t seed) {
    const at::Tensor inputs = readInputs(params.text("images"));
    const at::Tensor labels = readLabels(params.text("labels"), inputs.size(0));
    DatasetInfo info;
    info.task = Task::Classification;
    info.inputShape = inputs.sizes().slice(1).vec();
    info.outputCount = labels.max().item<int64_t>() + 1;
    info.targetNames = {"class"};
    for (int64_t label = 0; label < info.outputCount; ++label)
        info.classNames.push_back(std::to_string(label));
    const int64_t* first = labels.data_ptr<int64_t>();
    const std::vector<int64_t> classes(first, first + labels.numel());
    return splitTensors(info, inputs, labels,
                        splitByClass(classes, params.real("validation"), seed));
}

} // namespace core
