// The parts of a checkpoint that belong to the model and to the machine. Training thread.
#pragma once

#include "core/model/archive.h"
#include "core/model/model.h"

namespace core {

// Every parameter and buffer under its name: a deep copy on the CPU.
Archive saveWeights(const Model& model);
// Copies them back, to whatever device and dtype the model has. Throws Error naming the first
// parameter that differs in name or shape; nothing was changed then.
void loadWeights(Model& model, const Archive& archive);

// SHA-256 over all parameters and buffers in registration order, bytes as in memory; hexadecimal.
std::string weightsSha256(const Model& model);

// The default generators of the CPU and of `device`.
Archive saveGenerators(at::Device device);
// A generator of another kind of device is left as it is.
void loadGenerators(const Archive& archive, at::Device device);

} // namespace core
