// Named tensors in the order they were set: what a batch holds and what a model returns. A value
// whose copies share the tensors; one thread at a time. Meant for a handful of names, so it looks
// them up in a row.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include <ATen/core/Tensor.h>
#include <c10/util/SmallVector.h>

namespace core {

class Tensors {
public:
    using Entry = std::pair<std::string, at::Tensor>;

    Tensors() = default;
    Tensors(std::initializer_list<Entry> entries) : m_entries(entries) {}

    const at::Tensor& at(std::string_view name) const;   // throws Error naming what there is
    const at::Tensor* find(std::string_view name) const; // nullptr when there is none
    bool contains(std::string_view name) const { return find(name) != nullptr; }
    void set(std::string name, at::Tensor tensor); // replaces one of the same name

    Tensors to(at::Device device) const; // itself where everything lies there already

    size_t size() const { return m_entries.size(); }
    bool empty() const { return m_entries.empty(); }
    const Entry* begin() const { return m_entries.begin(); }
    const Entry* end() const { return m_entries.end(); }

private:
    // A batch is made for every step: no heap for the usual few.
    c10::SmallVector<Entry, 3> m_entries;
};

} // namespace core
