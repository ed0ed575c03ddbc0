// A Dataset that does work for each sample, such as decoding a file: give it sample(), and worker
// threads call it ahead of the training. Const after it was made; any thread, several at a time.
#pragma once

#include <string>

#include "core/data/dataset.h"
#include "core/data/random.h"

namespace core {

class SampleDataset : public Dataset {
public:
    // The tensors of one sample, without the dimension of the batch: "input" float32
    // [features...], "target" int64 [] or float32 [outputs]; on the CPU, and of equal names, types
    // and shapes for all. May draw from `random` and from nothing else: it depends on the seed of
    // the run, the epoch and the sample alone, so that a sample looks the same with any number of
    // workers and in a resumed run, and different in each epoch.
    virtual Tensors sample(int64_t number, Random& random) const = 0;
    // What a person knows the sample by, for messages: its file. Empty: its number has to do.
    virtual std::string nameOf(int64_t number) const;

    bool isInMemory() const final { return false; }
    // Throws Error naming the sample that could not be read or does not fit the others.
    Batch gather(const at::Tensor& index, uint64_t passSeed) const final;
    Batch gather(const at::Tensor& index) const final { return gather(index, 0); }
};

} // namespace core
