#include "core/data/image_tensor.h"

#include <algorithm>
#include <cmath>

#include <ATen/Functions.h>

namespace core {
namespace {

// The pixels of a row (or column) that one new pixel is the weighted mean of.
struct Taps {
    int64_t first = 0;
    std::vector<float> weights;
};

std::vector<Taps> tapsFor(int64_t from, int64_t to) {
    const double scale = static_cast<double>(from) / static_cast<double>(to);
    const double support = std::max(scale, 1.0);
    std::vector<Taps> taps(static_cast<size_t>(to));
    for (int64_t i = 0; i < to; ++i) {
        Taps& tap = taps[static_cast<size_t>(i)];
        const double center = (static_cast<double>(i) + 0.5) * scale;
        tap.first = std::max<int64_t>(0, static_cast<int64_t>(center - support + 0.5));
        const auto end = std::min<int64_t>(from, static_cast<int64_t>(center + support + 0.5));
        double sum = 0.0;
        for (int64_t x = tap.first; x < end; ++x) {
            const double distance = std::abs(static_cast<double>(x) + 0.5 - center) / support;
            if (distance >= 1.0 && x > tap.first) break; // only the last can be that far
            tap.weights.push_back(static_cast<float>(std::max(0.0, 1.0 - distance)));
            sum += tap.weights.back();
        }
        for (float& weight : tap.weights)
            weight /= static_cast<float>(sum);
    }
    return taps;
}

// Rows of `from` pixels of `channels` values become rows of taps.size() pixels.
std::vector<float> resampleRows(const Image& image, const std::vector<Taps>& taps) {
    const auto channels = static_cast<size_t>(image.channels);
    std::vector<float> out(static_cast<size_t>(image.height) * taps.size() * channels);
    float* pixel = out.data();
    for (int64_t y = 0; y < image.height; ++y) {
        const uint8_t* row = image.pixels.data() + y * image.width * image.channels;
        for (const Taps& tap : taps) {
            for (size_t channel = 0; channel < channels; ++channel, ++pixel) {
                const uint8_t* source = row + tap.first * image.channels + channel;
                for (float weight : tap.weights) {
                    *pixel += weight * static_cast<float>(*source);
                    source += channels;
                }
            }
        }
    }
    return out;
}

// Rows of `length` values become taps.size() rows.
std::vector<float> resampleColumns(const std::vector<float>& rows, size_t length,
                                   const std::vector<Taps>& taps) {
    std::vector<float> out(taps.size() * length);
    for (size_t y = 0; y < taps.size(); ++y) {
        const float* source = rows.data() + static_cast<size_t>(taps[y].first) * length;
        float* row = out.data() + y * length;
        for (float weight : taps[y].weights) {
            for (size_t x = 0; x < length; ++x)
                row[x] += weight * source[x];
            source += length;
        }
    }
    return out;
}

float grey(const float* rgb) {
    return 0.299f * rgb[0] + 0.587f * rgb[1] + 0.114f * rgb[2];
}

} // namespace

at::Tensor toTensor(const Image& image, const ImageShape& shape) {
    const auto channels = static_cast<size_t>(image.channels);
    std::vector<float> pixels = resampleRows(image, tapsFor(image.width, shape.width));
    if (shape.height != image.height)
        pixels = resampleColumns(pixels, static_cast<size_t>(shape.width) * channels,
                                 tapsFor(image.height, shape.height));
    at::Tensor tensor = at::empty({shape.channels, shape.height, shape.width}, at::kFloat);
    float* out = tensor.data_ptr<float>();
    const size_t count = pixels.size() / channels;
    for (int64_t channel = 0; channel < shape.channels; ++channel)
        for (size_t i = 0; i < count; ++i) {
            const float* pixel = pixels.data() + i * channels;
            const bool turnsGrey = channels == 3 && shape.channels == 1;
            const float value = turnsGrey ? grey(pixel) : pixel[channels == 3 ? channel : 0];
            *out++ = value / 255.0f;
        }
    return tensor;
}

at::Tensor augment(const at::Tensor& image, const Augmentation& augmentation, Random& random) {
    const int64_t height = image.size(1), width = image.size(2);
    const auto shift = [&] {
        const int64_t padding = augmentation.padding;
        return static_cast<int64_t>(random.below(static_cast<uint64_t>(2 * padding + 1))) - padding;
    };
    const int64_t down = shift();
    const int64_t right = shift();
    const bool isFlipped = augmentation.flip && random.below(2) == 1;
    at::Tensor changed = at::zeros_like(image);
    const float* from = image.data_ptr<float>();
    float* to = changed.data_ptr<float>();
    for (int64_t channel = 0; channel < image.size(0); ++channel) {
        for (int64_t y = std::max<int64_t>(0, down); y < std::min(height, height + down); ++y) {
            const float* source = from + (channel * height + y - down) * width;
            float* row = to + (channel * height + y) * width;
            for (int64_t x = std::max<int64_t>(0, right); x < std::min(width, width + right); ++x)
                row[isFlipped ? width - 1 - x : x] = source[x - right];
        }
    }
    return changed;
}

} // namespace core
