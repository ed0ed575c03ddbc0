#include "core/train/snapshot.h"

#include <algorithm>

#include <ATen/ATen.h>

#include "core/error.h"
#include "core/sha256.h"
#include "core/train/torch_compat.h"

namespace core {
namespace {

std::vector<std::pair<std::string, at::Tensor>> namedWeights(const Model& model) {
    std::vector<std::pair<std::string, at::Tensor>> weights;
    for (const auto& item : model.named_parameters())
        weights.emplace_back(item.key(), item.value());
    for (const auto& item : model.named_buffers())
        weights.emplace_back(item.key(), item.value());
    return weights;
}

void checkStructure(const Model& model, const Archive& archive) {
    const std::string start = "The checkpoint belongs to another model: ";
    const auto weights = namedWeights(model);
    for (const auto& [name, tensor] : weights) {
        if (!archive.contains(name)) throw Error(start + "it has no " + name);
        const auto there = archive.tensor(name).sizes();
        if (there != tensor.sizes())
            throw Error(start + name + " is " + c10::str(there) + " there and " +
                        c10::str(tensor.sizes()) + " here");
    }
    if (archive.values().size() == weights.size()) return;
    for (const auto& [name, value] : archive.values()) {
        const bool isKnown =
            std::any_of(weights.begin(), weights.end(),
                        [&, &key = name](const auto& w) { return w.first == key; });
        if (!isKnown) throw Error(start + name + " of the checkpoint does not exist here");
    }
}

} // namespace

Archive saveWeights(const Model& model) {
    Archive archive;
    for (const auto& [name, tensor] : namedWeights(model))
        archive.write(name, tensor);
    return archive;
}

void loadWeights(Model& model, const Archive& archive) {
    checkStructure(model, archive);
    const at::NoGradGuard noGrad;
    for (auto& [name, tensor] : namedWeights(model))
        tensor.copy_(archive.tensor(name));
}

std::string weightsSha256(const Model& model) {
    Sha256 hash;
    for (const auto& [name, tensor] : namedWeights(model)) {
        const at::Tensor onCpu = tensor.detach().cpu().contiguous();
        hash.add(onCpu.data_ptr(), static_cast<size_t>(onCpu.nbytes()));
    }
    return hash.hex();
}

Archive saveGenerators(at::Device device) {
    Archive archive;
    archive.write("cpu", compat::defaultGenerator(at::kCPU).get_state());
    if (device.is_cuda()) archive.write("cuda", compat::defaultGenerator(device).get_state());
    return archive;
}

void loadGenerators(const Archive& archive, at::Device device) {
    compat::defaultGenerator(at::kCPU).set_state(archive.tensor("cpu"));
    if (device.is_cuda() && archive.contains("cuda"))
        compat::defaultGenerator(device).set_state(archive.tensor("cuda"));
}

} // namespace core
