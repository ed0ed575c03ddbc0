// SHA-256 of bytes that come in pieces. One thread at a time.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace core {

class Sha256 {
public:
    Sha256();
    ~Sha256();
    void add(const void* data, size_t size);
    std::string hex() const; // of all that was added so far, in lower case

private:
    struct Hash; // keeps Qt out of the header, which the engine includes
    std::unique_ptr<Hash> m_hash;
};

} // namespace core
