#include "core/data/image_files.h"

#include <ATen/Functions.h>

namespace core {

ImageFiles::ImageFiles(DatasetInfo info, std::vector<ImageEntry> entries, ImageShape shape,
                       Augmentation augmentation)
    : m_info(std::move(info)),
      m_entries(std::move(entries)),
      m_shape(shape),
      m_augmentation(augmentation),
      m_labels(at::empty({size()}, at::kLong)) {
    int64_t* label = m_labels.data_ptr<int64_t>();
    for (const ImageEntry& entry : m_entries)
        *label++ = entry.label;
}

Tensors ImageFiles::sample(int64_t number, Random& random) const {
    at::Tensor image = toTensor(readImage(entry(number).path), m_shape);
    if (m_augmentation.flip || m_augmentation.padding > 0)
        image = augment(image, m_augmentation, random);
    return {{"input", image}, {"target", m_labels.select(0, number)}};
}

} // namespace core
