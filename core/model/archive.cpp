#include "core/model/archive.h"

#include <type_traits>

#include <ATen/ATen.h>

#include "core/error.h"

namespace core {

void Archive::write(const std::string& key, Value value) {
    if (auto* tensor = std::get_if<at::Tensor>(&value))
        *tensor = tensor->detach().to(at::kCPU, tensor->scalar_type(), false, true).contiguous();
    m_values[key] = std::move(value);
}

template <typename T>
const T& Archive::get(const std::string& key, const char* typeName) const {
    const auto found = m_values.find(key);
    if (found == m_values.end()) throw Error("The saved state has no value named " + key);
    if (const T* typed = std::get_if<T>(&found->second)) return *typed;
    throw Error("The saved value " + key + " is not " + typeName);
}

bool Archive::flag(const std::string& key) const {
    return get<bool>(key, "true or false");
}

int64_t Archive::integer(const std::string& key) const {
    return get<int64_t>(key, "a whole number");
}

double Archive::real(const std::string& key) const {
    return get<double>(key, "a number");
}

const std::string& Archive::text(const std::string& key) const {
    return get<std::string>(key, "a text");
}

const std::vector<int64_t>& Archive::integers(const std::string& key) const {
    return get<std::vector<int64_t>>(key, "a list of whole numbers");
}

const std::vector<double>& Archive::reals(const std::string& key) const {
    return get<std::vector<double>>(key, "a list of numbers");
}

const std::vector<std::string>& Archive::texts(const std::string& key) const {
    return get<std::vector<std::string>>(key, "a list of texts");
}

const at::Tensor& Archive::tensor(const std::string& key) const {
    return get<at::Tensor>(key, "a tensor");
}

void Archive::writeSection(const std::string& name, const Archive& part) {
    for (const auto& [key, value] : part.m_values)
        m_values[name + "." + key] = value;
}

Archive Archive::section(const std::string& name) const {
    Archive part;
    const std::string prefix = name + ".";
    for (auto it = m_values.lower_bound(prefix);
         it != m_values.end() && it->first.compare(0, prefix.size(), prefix) == 0; ++it)
        part.m_values[it->first.substr(prefix.size())] = it->second;
    return part;
}

} // namespace core
