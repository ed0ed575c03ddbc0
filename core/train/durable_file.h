// Writes a file so that whoever looks sees the old one or the whole new one, whatever happens in
// between. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/sha256.h"

namespace core {

class DurableFile {
public:
    // Opens a temporary file beside `path`. Every function throws Error with the file's name and
    // the system's reason.
    explicit DurableFile(std::string path);
    ~DurableFile(); // removes the temporary file unless publish() came to its end
    DurableFile(const DurableFile&) = delete;
    DurableFile& operator=(const DurableFile&) = delete;

    void write(const void* data, size_t size);
    void sync();    // what was written is on disk when this returns
    void publish(); // after sync(): takes the place of `path`, also on disk

    int64_t size() const { return m_size; }
    std::string sha256() const { return m_hash.hex(); } // of what was written

    // Removes what writers that were killed have left in the folder.
    static void removeLeftovers(const std::string& folder);

private:
    std::string m_path;
    std::string m_temporary;
    int m_descriptor = -1;
    int64_t m_size = 0;
    Sha256 m_hash;
};

} // namespace core
