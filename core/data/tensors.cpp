#include "core/data/tensors.h"

#include "core/error.h"

namespace core {

const at::Tensor* Tensors::find(std::string_view name) const {
    for (const Entry& entry : m_entries)
        if (entry.first == name) return &entry.second;
    return nullptr;
}

const at::Tensor& Tensors::at(std::string_view name) const {
    if (const at::Tensor* tensor = find(name)) return *tensor;
    std::string names;
    for (const Entry& entry : m_entries)
        names += (names.empty() ? "" : ", ") + entry.first;
    throw Error("There is no tensor named \"" + std::string(name) + "\" here; there " +
                (names.empty() ? "are none at all" : "is " + names));
}

void Tensors::set(std::string name, at::Tensor tensor) {
    for (Entry& entry : m_entries) {
        if (entry.first != name) continue;
        entry.second = std::move(tensor);
        return;
    }
    m_entries.emplace_back(std::move(name), std::move(tensor));
}

Tensors Tensors::to(at::Device device) const {
    Tensors moved;
    moved.m_entries.reserve(m_entries.size());
    for (const Entry& entry : m_entries)
        moved.m_entries.emplace_back(entry.first, entry.second.to(device));
    return moved;
}

} // namespace core
