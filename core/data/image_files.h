// Pictures that are decoded when a batch needs them. Const after it was made; any thread, several
// at a time.
#pragma once

#include <string>
#include <vector>

#include "core/data/image_tensor.h"
#include "core/data/sample_dataset.h"

namespace core {

struct ImageEntry {
    std::string path;
    int64_t label = 0;
};

class ImageFiles final : public SampleDataset {
public:
    // A sample is "input" float32 [channels, height, width] in 0..1 and "target" int64 [].
    ImageFiles(DatasetInfo info, std::vector<ImageEntry> entries, ImageShape shape,
               Augmentation augmentation);

    int64_t size() const override { return static_cast<int64_t>(m_entries.size()); }
    const DatasetInfo& info() const override { return m_info; }
    at::Tensor labels() const override { return m_labels; }
    std::string nameOf(int64_t number) const override { return entry(number).path; }
    Tensors sample(int64_t number, Random& random) const override;

private:
    const ImageEntry& entry(int64_t number) const { return m_entries[static_cast<size_t>(number)]; }

    DatasetInfo m_info;
    std::vector<ImageEntry> m_entries;
    ImageShape m_shape;
    Augmentation m_augmentation;
    at::Tensor m_labels; // int64 [size]
};

} // namespace core
