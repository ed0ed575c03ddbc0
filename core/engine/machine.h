// What this machine and this LibTorch can do. Training thread.
#pragma once

#include <cstdint>
#include <string>

#include <c10/core/Device.h>

#include "core/run/engine.h"

namespace core {

EngineInfo engineInfo();

// Whether LibTorch can use a CUDA GPU here.
bool hasCuda();

// "auto", "cpu" or "cuda". Throws Error when there is no such device.
at::Device deviceFor(const std::string& name);

// `wanted` threads for one tensor operation, 0: all processors but one, at least one. Returns how
// many it became.
int setThreads(int64_t wanted);

// Seeds every generator, and has CUDA choose algorithms that give the same result each time.
void seedEverything(uint64_t seed, at::Device device);

} // namespace core
