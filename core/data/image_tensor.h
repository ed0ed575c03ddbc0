// Pictures as a model sees them. Any thread, several at a time.
#pragma once

#include <ATen/core/Tensor.h>

#include "core/data/image_file.h"
#include "core/data/random.h"

namespace core {

struct ImageShape {
    int64_t channels = 3; // 1 or 3
    int64_t height = 64;
    int64_t width = 64;
};

// float32 [channels, height, width] in 0..1. Stretched to the size by a triangle filter, which is
// as wide as the reduction (antialiased bilinear, as Pillow's BILINEAR, but not rounded to bytes).
// Colour becomes grey as 0.299 R + 0.587 G + 0.114 B (ITU-R BT.601); grey fills all three colours.
at::Tensor toTensor(const Image& image, const ImageShape& shape);

// What is done to a picture at random, anew in each epoch.
struct Augmentation {
    bool flip = false;   // left and right change places every other time
    int64_t padding = 0; // moved by up to so many pixels each way, black coming in; < both sizes
};

// image: float32 [channels, height, width], as the result.
at::Tensor augment(const at::Tensor& image, const Augmentation& augmentation, Random& random);

} // namespace core
