#include "core/data/image_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>
#include <string_view>

#include <png.h>
#include <turbojpeg.h>

#include "core/error.h"

namespace core {
namespace {

constexpr int64_t kLargest = int64_t{1} << 28; // pixels: what is larger is damage or an attack

std::string readBytes(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw Error(std::strerror(errno));
    std::ostringstream content;
    content << file.rdbuf();
    std::string bytes = std::move(content).str();
    if (file.bad()) throw Error(std::strerror(errno));
    if (bytes.empty()) throw Error("the file is empty");
    return bytes;
}

Image emptyImage(int64_t width, int64_t height, int64_t channels) {
    if (width < 1 || height < 1 || width > kLargest / height)
        throw Error("its size of " + std::to_string(width) + " x " + std::to_string(height) +
                    " pixels cannot be right");
    return {width, height, channels,
            std::vector<uint8_t>(static_cast<size_t>(width * height * channels))};
}

Image decodePng(const std::string& bytes) {
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    const std::unique_ptr<png_image, decltype(&png_image_free)> freed(&png, &png_image_free);
    if (!png_image_begin_read_from_memory(&png, bytes.data(), bytes.size()))
        throw Error(png.message);
    const bool isColor = (png.format & PNG_FORMAT_FLAG_COLOR) != 0;
    png.format = isColor ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
    Image image = emptyImage(png.width, png.height, isColor ? 3 : 1);
    const png_color white{255, 255, 255};
    if (!png_image_finish_read(&png, &white, image.pixels.data(), 0, nullptr))
        throw Error(png.message);
    return image;
}

Image decodeJpeg(const std::string& bytes) {
    const std::unique_ptr<void, decltype(&tjDestroy)> decoder(tjInitDecompress(), &tjDestroy);
    if (!decoder) throw Error("out of memory");
    const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
    int width = 0, height = 0, subsampling = 0, colors = 0;
    if (tjDecompressHeader3(decoder.get(), data, bytes.size(), &width, &height, &subsampling,
                            &colors) != 0)
        throw Error(tjGetErrorStr2(decoder.get()));
    const bool isGrey = colors == TJCS_GRAY;
    Image image = emptyImage(width, height, isGrey ? 1 : 3);
    if (tjDecompress2(decoder.get(), data, bytes.size(), image.pixels.data(), width, 0, height,
                      isGrey ? TJPF_GRAY : TJPF_RGB, 0) == 0)
        return image;
    // A warning too means that pixels are missing, unless it is about bytes too many.
    const std::string reason = tjGetErrorStr2(decoder.get());
    const bool isHarmless = tjGetErrorCode(decoder.get()) == TJERR_WARNING &&
                            reason.find("extraneous bytes") != std::string::npos;
    if (!isHarmless) throw Error(reason);
    return image;
}

} // namespace

Image readImage(const std::string& path) {
    const std::string bytes = readBytes(path);
    const auto begins = [&](std::string_view magic) { return bytes.starts_with(magic); };
    if (begins("\x89PNG\r\n\x1a\n")) return decodePng(bytes);
    if (begins("\xff\xd8\xff")) return decodeJpeg(bytes);
    throw Error("it is neither a PNG nor a JPEG");
}

} // namespace core
