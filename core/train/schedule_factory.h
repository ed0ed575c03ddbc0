// Makes learning rate schedules by name. Any thread.
#pragma once

#include <string>

#include "core/model/optimizer_spec.h"
#include "core/params.h"

namespace core {

// `type` is the id of a JSON in core/train/schedules (constant, cosine), `params` hold its
// parameters. Throws Error when the type is not known.
Schedule makeSchedule(const std::string& type, const Params& params);

} // namespace core
