// Reads pictures from files. Any thread, several at a time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace core {

struct Image {
    int64_t width = 0;
    int64_t height = 0;
    int64_t channels = 0;        // 1: grey, 3: red, green, blue (sRGB)
    std::vector<uint8_t> pixels; // rows from the top, the channels of a pixel side by side
};

// A PNG or JPEG, told apart by content. What is transparent is laid on white; 16 bits become 8; a
// JPEG is not turned by its EXIF orientation. Throws Error with the reason, which does not name the
// path: not there, another format, damaged or cut short.
Image readImage(const std::string& path);

} // namespace core
