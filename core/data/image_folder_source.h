// The data source "image_folder": a folder with one folder per class. Any thread.
#pragma once

#include "core/data/registry.h"

namespace core {

DataSplit makeImageFolderData(const Params& params, uint64_t seed);

} // namespace core
