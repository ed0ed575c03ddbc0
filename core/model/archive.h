// Named values and tensors that go into a checkpoint and come back from one: the state of a
// callback, what a model keeps beside its weights. A value; one thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include <ATen/core/Tensor.h>

namespace core {

class Archive {
public:
    // Numbers come back bit for bit, NaN and infinities included; tensors in their shape and dtype,
    // on the CPU.
    using Value = std::variant<bool, int64_t, double, std::string, std::vector<int64_t>,
                               std::vector<double>, std::vector<std::string>, at::Tensor>;

    // A tensor is copied: what is trained on afterwards does not change the archive.
    void write(const std::string& key, Value value);
    void write(const std::string& key, const char* text) { write(key, Value(std::string(text))); }

    bool contains(const std::string& key) const { return m_values.count(key) != 0; }
    // The readers throw Error when the key is missing or holds another type.
    bool flag(const std::string& key) const;
    int64_t integer(const std::string& key) const;
    double real(const std::string& key) const;
    const std::string& text(const std::string& key) const;
    const std::vector<int64_t>& integers(const std::string& key) const;
    const std::vector<double>& reals(const std::string& key) const;
    const std::vector<std::string>& texts(const std::string& key) const;
    const at::Tensor& tensor(const std::string& key) const;

    // Writes every value of `part` under "name." + its key; section() is the way back.
    void writeSection(const std::string& name, const Archive& part);
    Archive section(const std::string& name) const;

    const std::map<std::string, Value>& values() const { return m_values; }
    bool empty() const { return m_values.empty(); }

private:
    template <typename T>
    const T& get(const std::string& key, const char* typeName) const;

    std::map<std::string, Value> m_values;
};

} // namespace core
