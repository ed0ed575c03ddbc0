#include "core/train/durable_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "core/error.h"

namespace core {
namespace {

constexpr const char* kTemporarySuffix = ".part";

[[noreturn]] void fail(const std::string& what, const std::string& path) {
    const int reason = errno;
    throw Error("Cannot " + what + " " + path + ": " + std::strerror(reason) +
                (reason == ENOSPC ? ". Free some space and try again" : ""));
}

// A rename is on disk only when its folder is.
void syncFolder(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path();
    const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY);
    if (descriptor < 0) fail("open the folder", folder);
    const bool isSynced = ::fsync(descriptor) == 0 || errno == EINVAL; // some file systems cannot
    ::close(descriptor);
    if (!isSynced) fail("write the folder", folder);
}

} // namespace

DurableFile::DurableFile(std::string path)
    : m_path(std::move(path)), m_temporary(m_path + kTemporarySuffix) {
    m_descriptor = ::open(m_temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (m_descriptor < 0) fail("create", m_temporary);
}

DurableFile::~DurableFile() {
    if (m_descriptor < 0) return;
    ::close(m_descriptor);
    ::unlink(m_temporary.c_str());
}

void DurableFile::write(const void* data, size_t size) {
    m_hash.add(data, size);
    m_size += static_cast<int64_t>(size);
    const char* next = static_cast<const char*>(data);
    while (size > 0) {
        const ssize_t written = ::write(m_descriptor, next, size);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail("write", m_temporary);
        next += written;
        size -= static_cast<size_t>(written);
    }
}

void DurableFile::sync() {
    if (::fsync(m_descriptor) != 0) fail("write", m_temporary);
}

void DurableFile::publish() {
    if (::rename(m_temporary.c_str(), m_path.c_str()) != 0) fail("write", m_path);
    ::close(m_descriptor);
    m_descriptor = -1;
    syncFolder(m_path);
}

void DurableFile::removeLeftovers(const std::string& folder) {
    std::error_code ignored; // a folder that cannot be read has no leftovers to speak of
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
        if (entry.path().extension() == kTemporarySuffix)
            std::filesystem::remove(entry.path(), ignored);
}

} // namespace core
