#include "core/data/idx_file.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>

#include <ATen/Functions.h>
#include <zlib.h>

#include "core/error.h"

namespace core {
namespace {

constexpr int kUnsignedByte = 0x08;            // the only type of number that such data sets use
constexpr int64_t kLargest = int64_t{1} << 34; // bytes: more is damage

class IdxReader {
public:
    explicit IdxReader(const std::string& path) : m_path(path), m_file(nullptr, &gzclose) {
        if (path.empty()) throw Error("No IDX file is chosen. Enter the path of one.");
        if (std::filesystem::is_directory(path)) fail("it is a folder");
        m_file.reset(gzopen(path.c_str(), "rb"));
        if (!m_file) fail(std::strerror(errno));
        gzbuffer(m_file.get(), 1 << 17);
    }

    at::Tensor read() {
        const std::vector<int64_t> shape = readShape();
        at::Tensor numbers = at::empty(shape, at::kByte);
        auto* to = numbers.data_ptr<uint8_t>();
        int64_t missing = numbers.numel();
        while (missing > 0) {
            const int64_t count = take(to, std::min<int64_t>(missing, 1 << 30));
            if (count == 0)
                fail("its body ends " + std::to_string(missing) +
                     " bytes early: " + std::to_string(numbers.numel()) + " were announced");
            to += count;
            missing -= count;
        }
        uint8_t more = 0;
        if (take(&more, 1) != 0)
            fail("it goes on after the " + std::to_string(numbers.numel()) +
                 " bytes that were announced");
        return numbers;
    }

private:
    std::vector<int64_t> readShape() {
        std::array<uint8_t, 4> magic{};
        if (take(magic.data(), 4) != 4 || magic[0] != 0 || magic[1] != 0 || magic[3] == 0)
            fail("it is no IDX file: the first four bytes are wrong");
        if (magic[2] != kUnsignedByte)
            fail("its numbers are of the type " + std::to_string(magic[2]) +
                 ", and only bytes (type 8) can be used");
        std::vector<int64_t> shape;
        int64_t total = 1;
        for (int i = 0; i < magic[3]; ++i) {
            std::array<uint8_t, 4> size{}; // most significant first
            if (take(size.data(), 4) != 4) fail("it ends within its head");
            shape.push_back((int64_t{size[0]} << 24) | (size[1] << 16) | (size[2] << 8) | size[3]);
            if (shape.back() < 1 || total > kLargest / shape.back())
                fail("its head announces impossible sizes");
            total *= shape.back();
        }
        return shape;
    }

    // Bytes that were read, fewer than asked for at the end of the file alone.
    int64_t take(uint8_t* to, int64_t count) {
        const int found = gzread(m_file.get(), to, static_cast<unsigned>(count));
        int code = 0;
        const char* reason = gzerror(m_file.get(), &code);
        if (code == Z_BUF_ERROR) fail("its compressed content ends early");
        if (found < 0) fail(code == Z_ERRNO ? std::strerror(errno) : reason);
        return found;
    }

    [[noreturn]] void fail(const std::string& reason) const {
        throw Error("Cannot read " + m_path + " as IDX: " + reason + ".");
    }

    std::string m_path;
    std::unique_ptr<gzFile_s, decltype(&gzclose)> m_file;
};

} // namespace

at::Tensor readIdx(const std::string& path) {
    return IdxReader(path).read();
}

} // namespace core
