// Archives as files in the safetensors layout: 8 bytes with the length of a JSON header, the
// header, the tensors. Any safetensors reader gets the tensors; everything else is JSON text under
// "torchdesk" in the header's __metadata__. Reading executes nothing. Any thread.
#pragma once

#include <string>

#include "core/model/archive.h"

namespace core {

class DurableFile;

void writeArchive(const Archive& archive, DurableFile& file);

// Throws Error naming the file and what is wrong when it cannot be read, is no such file, is
// truncated or damaged.
Archive readArchive(const std::string& path);

} // namespace core
