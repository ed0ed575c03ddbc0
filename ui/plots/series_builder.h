// Turns rows of the store into curves. Used by the reader thread.
#pragma once

#include "core/store/run_record.h"
#include "ui/plots/series_data.h"

namespace ui {

// Appends `rows` to `data`'s columns, leaving out points that a later session has rewound.
void appendRows(SeriesData& data, const std::vector<core::PointRow>& rows,
                const std::vector<core::SegmentRecord>& segments);

// Makes what is drawn (smoothed, raw, smooth, marks) of the points that were appended since the
// last time, for data.options.
void prepare(SeriesData& data);

// The same for all points, with other options.
void prepareAnew(SeriesData& data, const CurveOptions& options, double stepsPerEpoch);

} // namespace ui
