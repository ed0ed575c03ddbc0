// Reads IDX files, the format of MNIST and its kin: http://yann.lecun.com/exdb/mnist. Any thread.
#pragma once

#include <string>

#include <ATen/core/Tensor.h>

namespace core {

// uint8, of the shape that the file says: [samples, height, width] or [samples]. The file may be
// compressed with gzip. Throws Error naming the file and what is wrong: not there, another format,
// numbers that are not bytes, a body that is too short or too long.
at::Tensor readIdx(const std::string& path);

} // namespace core
