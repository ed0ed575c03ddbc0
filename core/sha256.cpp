#include "core/sha256.h"

#include <QtCore/QCryptographicHash>

namespace core {

struct Sha256::Hash {
    QCryptographicHash hash{QCryptographicHash::Sha256};
};

Sha256::Sha256() : m_hash(std::make_unique<Hash>()) {}
Sha256::~Sha256() = default;

void Sha256::add(const void* data, size_t size) {
    m_hash->hash.addData(
        QByteArrayView(static_cast<const char*>(data), static_cast<qsizetype>(size)));
}

std::string Sha256::hex() const {
    return m_hash->hash.result().toHex().toStdString();
}

} // namespace core
