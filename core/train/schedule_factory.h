// Makes learning rate schedules by name. Any thread.
//
// Against the schedulers of PyTorch, which their owner advances:
//   step, multi_step, exponential   StepLR, MultiStepLR, ExponentialLR, advanced after each epoch
//                                   or each step ("count")
//   cosine, polynomial              CosineAnnealingLR, PolynomialLR, advanced after each step; over
//                                   n steps T_max and total_iters are n - 1, so that the last step
//                                   has the final factor (theirs would come one step later)
//   one_cycle                       OneCycleLR(total_steps = n, cycle_momentum = False);
//                                   initial_factor = 1 / div_factor,
//                                   final_factor = 1 / (div_factor * final_div_factor)
//   warmup_steps = w                SequentialLR of LinearLR(1 / w, total_iters = w - 1) and the
//                                   rest, from step w on
#pragma once

#include <string>

#include "core/model/optimizer_spec.h"
#include "core/params.h"

namespace core {

// `type` is the id of a JSON in core/train/schedules, `params` hold its parameters. "plateau" is
// the warm-up alone: the callback Plateau does the rest. Throws Error when the type is not known.
Schedule makeSchedule(const std::string& type, const Params& params);

} // namespace core
