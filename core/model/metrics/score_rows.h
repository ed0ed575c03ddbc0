// A batch of scores of classes, or of yes and no, brought into the one shape that metrics count.
// Training thread.
#pragma once

#include <optional>

#include "core/model/metrics/metric.h"

namespace core {

struct ScoreRows {
    at::Tensor scores; // [rows, columns], floating: of each class, or logits of each output
    // Classes: int64 [rows]; one outside 0 ... columns - 1, such as -100 of padding, is not
    // counted. Yes and no: [rows, columns], yes above 0.5.
    at::Tensor target;
    at::Tensor weight; // float64 [rows], in a row; undefined: 1
    bool isBinary = false;

    int64_t rowCount() const { return scores.size(0); }
    int64_t columnCount() const { return scores.size(1); }
    // All on the CPU in float32: worth a loop, since a handful of tensor operations would cost more
    // than a small model's whole batch.
    bool canLoop() const;
    const double* weightPointer() const; // nullptr: 1; on the CPU
};

// Output [batch, classes] and target int64 [batch]; with more dimensions, as [batch, time, classes]
// and [batch, time], each target is a row. The weight has the shape of the target.
std::optional<ScoreRows> classRows(const MetricBatch& batch);
// Output and target of one shape [batch] or [batch, outputs ...], the weight [batch].
std::optional<ScoreRows> binaryRows(const MetricBatch& batch);

// Either, by the shapes: a target of one dimension less, in int64, is of classes.
std::optional<ScoreRows> scoreRows(const MetricBatch& batch);

// What each row of classes counts, float64 [rows], or each answer of yes and no, [rows, columns]:
// its weight; 0 where the target is no class; NaN where a score is, since nobody knows what such a
// model predicts.
at::Tensor countedWeights(const ScoreRows& rows);

} // namespace core
