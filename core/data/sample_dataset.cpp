#include "core/data/sample_dataset.h"

#include <cstring>

#include <ATen/Functions.h>
#include <c10/util/Exception.h>

#include "core/error.h"

namespace core {
namespace {

// Puts samples into the rows of the tensors of a batch. By plain copies: worker threads have
// nothing to gain from those of LibTorch, which would start threads of their own.
class Rows {
public:
    explicit Rows(int64_t count) : m_count(count) {}

    void put(int64_t row, const Tensors& sample) {
        if (row == 0) allocate(sample);
        if (sample.size() != m_tensors.size())
            throw Error("it has " + std::to_string(sample.size()) + " tensors, others have " +
                        std::to_string(m_tensors.size()));
        for (const auto& [name, tensor] : m_tensors)
            copy(name, sample.at(name), tensor[row]);
    }
    Tensors take() { return std::move(m_tensors); }

private:
    void allocate(const Tensors& sample) {
        for (const auto& [name, tensor] : sample) {
            std::vector<int64_t> shape = tensor.sizes().vec();
            shape.insert(shape.begin(), m_count);
            m_tensors.set(name, at::empty(shape, tensor.scalar_type()));
        }
    }

    static void copy(const std::string& name, const at::Tensor& from, const at::Tensor& to) {
        if (from.sizes() != to.sizes() || from.scalar_type() != to.scalar_type())
            throw Error("its \"" + name + "\" is " + describe(from) + ", that of others is " +
                        describe(to));
        const at::Tensor source = from.contiguous();
        std::memcpy(to.data_ptr(), source.data_ptr(), source.nbytes());
    }

    static std::string describe(const at::Tensor& tensor) {
        return c10::str(tensor.scalar_type(), " ", tensor.sizes());
    }

    int64_t m_count;
    Tensors m_tensors;
};

} // namespace

std::string SampleDataset::nameOf(int64_t) const {
    return {};
}

Batch SampleDataset::gather(const at::Tensor& index, uint64_t passSeed) const {
    const int64_t count = index.size(0);
    const int64_t* numbers = index.data_ptr<int64_t>();
    Rows rows(count);
    for (int64_t row = 0; row < count; ++row) {
        const int64_t number = numbers[row];
        const auto fail = [&](const std::string& what) {
            const std::string name = nameOf(number);
            throw Error("Sample " + std::to_string(number) +
                        (name.empty() ? "" : " (" + name + ")") + ": " + what);
        };
        try {
            Random random(mixSeed(passSeed, static_cast<uint64_t>(number)));
            rows.put(row, sample(number, random));
        } catch (const c10::Error& error) {
            fail(error.what_without_backtrace());
        } catch (const std::exception& error) {
            fail(error.what());
        } catch (...) {
            fail("an error of an unknown kind was thrown");
        }
    }
    return {rows.take(), count, static_cast<double>(count)};
}

} // namespace core
