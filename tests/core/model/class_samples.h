// Samples that more than one test measures.
#pragma once

#include <torch/types.h>

#include "metric_stream.h"

// 522 samples of 20 classes: the batches 256, 256 and 10 of many an epoch. In numpy, with i =
// arange(522) and c = arange(20):
//   scores = ((i[:, None] * 37 + c * c * 11 + i[:, None] * c * 5) % 64) / 8
//   target = (i * 7 + i // 13) % 20        weight = (i % 4) * 0.5
inline Samples manyClasses(bool isWeighted) {
    const at::Tensor i = at::arange(522, at::kLong), c = at::arange(20, at::kLong);
    const at::Tensor row = i.unsqueeze(1);
    const at::Tensor scores = (row * 37 + c * c * 11 + row * c * 5).remainder(64).to(at::kDouble);
    const at::Tensor target = (i * 7 + i.div(13, "floor")).remainder(20);
    return {scores / 8, target, isWeighted ? i.remainder(4).to(at::kDouble) * 0.5 : at::Tensor()};
}

// Three outputs of yes and no; the second never says yes.
inline Samples threeAnswers(bool isWeighted) {
    const at::Tensor logits = torch::tensor({{0.25, -0.625, 0.125},
                                             {-1.125, -0.75, -0.25},
                                             {0.875, -1.25, -1.375},
                                             {-0.75, -0.75, -2.0},
                                             {-0.5, -0.25, 1.25},
                                             {0.75, -0.5, -0.375},
                                             {-0.25, -1.625, -0.375},
                                             {-0.25, -0.5, -0.125}},
                                            at::kDouble);
    const at::Tensor target = torch::tensor(
        {{1, 0, 0}, {0, 0, 1}, {1, 1, 0}, {1, 0, 0}, {0, 0, 0}, {1, 0, 1}, {0, 0, 0}, {0, 1, 1}});
    const at::Tensor weight = torch::tensor({1.0, 0.5, 2.0, 1.0, 0.0, 3.0, 1.0, 1.5}, at::kDouble);
    return {logits, target.to(at::kDouble), isWeighted ? weight : at::Tensor()};
}
