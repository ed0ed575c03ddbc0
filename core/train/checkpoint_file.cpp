#include "core/train/checkpoint_file.h"

#include <array>
#include <cmath>
#include <fstream>
#include <limits>

#include <ATen/ATen.h>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/train/durable_file.h"

namespace core {
namespace {

using nlohmann::json;

constexpr int kVersion = 1;
constexpr uint64_t kMaxHeader = 100'000'000; // as the reference reader has it

struct TypeName {
    at::ScalarType type;
    const char* name;
};
constexpr TypeName kTypes[] = {
    {at::kFloat, "F32"}, {at::kDouble, "F64"}, {at::kHalf, "F16"},  {at::kBFloat16, "BF16"},
    {at::kLong, "I64"},  {at::kInt, "I32"},    {at::kShort, "I16"}, {at::kChar, "I8"},
    {at::kByte, "U8"},   {at::kBool, "BOOL"},
};

const char* nameOf(at::ScalarType type) {
    for (const TypeName& known : kTypes)
        if (known.type == type) return known.name;
    throw Error(std::string("Tensors of the type ") + c10::toString(type) +
                " cannot be put into a checkpoint");
}

at::ScalarType typeOf(const std::string& name) {
    for (const TypeName& known : kTypes)
        if (name == known.name) return known.type;
    throw Error("it has a tensor of the unknown type " + name);
}

// JSON has no words for these.
json toJson(double number) {
    if (std::isnan(number)) return "nan";
    if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
    return number;
}

double realFrom(const json& value) {
    if (value.is_number()) return value.get<double>();
    const auto text = value.get<std::string>();
    if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    return text == "inf" ? infinity : -infinity;
}

struct ValueToJson {
    json operator()(bool value) const { return {{"bool", value}}; }
    json operator()(int64_t value) const { return {{"int", value}}; }
    json operator()(double value) const { return {{"real", toJson(value)}}; }
    json operator()(const std::string& value) const { return {{"text", value}}; }
    json operator()(const std::vector<int64_t>& value) const { return {{"ints", value}}; }
    json operator()(const std::vector<std::string>& value) const { return {{"texts", value}}; }
    json operator()(const std::vector<double>& values) const {
        json list = json::array();
        for (double value : values)
            list.push_back(toJson(value));
        return {{"reals", list}};
    }
    json operator()(const at::Tensor&) const { return nullptr; }
};

Archive::Value valueFrom(const json& tagged) {
    const auto entry = tagged.begin(); // items() would be gone before what it refers to is read
    const std::string& tag = entry.key();
    const auto& value = entry.value();
    if (tag == "bool") return value.get<bool>();
    if (tag == "int") return value.get<int64_t>();
    if (tag == "real") return realFrom(value);
    if (tag == "text") return value.get<std::string>();
    if (tag == "ints") return value.get<std::vector<int64_t>>();
    if (tag == "texts") return value.get<std::vector<std::string>>();
    if (tag != "reals") throw Error("it has a value of the unknown type " + tag);
    std::vector<double> list;
    for (const json& number : value)
        list.push_back(realFrom(number));
    return list;
}

std::string headerOf(const Archive& archive) {
    json header, values = json::object();
    int64_t offset = 0;
    for (const auto& [key, value] : archive.values()) {
        const auto* tensor = std::get_if<at::Tensor>(&value);
        if (!tensor) {
            values[key] = std::visit(ValueToJson{}, value);
            continue;
        }
        const int64_t end = offset + static_cast<int64_t>(tensor->nbytes());
        header[key] = {{"dtype", nameOf(tensor->scalar_type())},
                       {"shape", tensor->sizes().vec()},
                       {"data_offsets", {offset, end}}};
        offset = end;
    }
    const json content = {{"version", kVersion}, {"values", values}};
    header["__metadata__"] = {{"format", "pt"}, {"torchdesk", content.dump()}};
    std::string text = header.dump();
    text.append((8 - text.size() % 8) % 8, ' '); // so that the tensors lie aligned in memory maps
    return text;
}

std::string readAll(const std::string& path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) throw Error("it cannot be opened");
    std::string bytes(static_cast<size_t>(file.tellg()), '\0');
    file.seekg(0);
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file) throw Error("it cannot be read to its end");
    return bytes;
}

uint64_t littleEndian(const std::string& bytes) {
    uint64_t number = 0;
    for (int i = 7; i >= 0; --i)
        number = number << 8 | static_cast<unsigned char>(bytes[static_cast<size_t>(i)]);
    return number;
}

at::Tensor tensorFrom(const json& entry, const std::string& bytes, uint64_t dataStart) {
    const auto begin = entry.at("data_offsets").at(0).get<uint64_t>();
    const auto end = entry.at("data_offsets").at(1).get<uint64_t>();
    if (begin > end || end > bytes.size() - dataStart) throw Error("it is truncated");
    const auto shape = entry.at("shape").get<std::vector<int64_t>>();
    for (int64_t length : shape)
        if (length < 0) throw Error("a tensor has a negative length");
    at::Tensor tensor = at::empty(shape, typeOf(entry.at("dtype").get<std::string>()));
    if (tensor.nbytes() != end - begin) throw Error("a tensor has not the size of its shape");
    std::copy_n(bytes.data() + dataStart + begin, end - begin,
                static_cast<char*>(tensor.data_ptr()));
    return tensor;
}

Archive parse(const std::string& bytes) {
    if (bytes.size() < 8) throw Error("it is truncated");
    const uint64_t length = littleEndian(bytes);
    if (length > kMaxHeader) throw Error("it is no checkpoint");
    if (length > bytes.size() - 8) throw Error("it is truncated");
    const json header =
        json::parse(bytes.begin() + 8, bytes.begin() + 8 + static_cast<long>(length));
    const json content = json::parse(header.at("__metadata__").at("torchdesk").get<std::string>());
    if (content.at("version").get<int>() > kVersion)
        throw Error("it was made by a newer version of this program");
    Archive archive;
    for (const auto& [key, value] : content.at("values").items())
        archive.write(key, valueFrom(value));
    uint64_t tensorBytes = 0;
    for (const auto& [key, entry] : header.items()) {
        if (key == "__metadata__") continue;
        const at::Tensor tensor = tensorFrom(entry, bytes, 8 + length);
        tensorBytes += tensor.nbytes();
        archive.write(key, tensor);
    }
    if (8 + length + tensorBytes != bytes.size()) throw Error("it has not the size it says");
    return archive;
}

} // namespace

void writeArchive(const Archive& archive, DurableFile& file) {
    const std::string header = headerOf(archive);
    std::array<char, 8> length;
    for (size_t i = 0; i < 8; ++i)
        length[i] = static_cast<char>(header.size() >> (8 * i) & 0xff);
    file.write(length.data(), length.size());
    file.write(header.data(), header.size());
    for (const auto& [key, value] : archive.values())
        if (const auto* tensor = std::get_if<at::Tensor>(&value))
            file.write(tensor->data_ptr(), static_cast<size_t>(tensor->nbytes()));
}

Archive readArchive(const std::string& path) {
    const std::string start = "The checkpoint " + path + " cannot be used: ";
    try {
        return parse(readAll(path));
    } catch (const json::exception&) {
        throw Error(start + "its header is damaged");
    } catch (const Error& error) {
        throw Error(start + error.what());
    }
}

} // namespace core
