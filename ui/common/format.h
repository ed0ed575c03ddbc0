// Numbers, times and sizes as the window shows them, in the C locale. Any thread.
#pragma once

#include <QtCore/QString>

#include <cstdint>

namespace ui {

// Four significant digits: "0.9810", "12.35", "3.000e-4"; "NaN", "Inf" and "-Inf" are spelled.
QString numberText(double value);
QString fullNumberText(double value); // the shortest text that reads back to the same number

QString countText(int64_t count);     // "1 406", grouped by narrow spaces
QString durationText(double seconds); // "0.8 s", "41 s", "1 m 50 s", "2 h 05 m", "3 d 4 h"
QString clockText(double seconds);    // "00:41", "1:02:05": for times that count down
QString bytesText(int64_t bytes);     // "310 MB"

// "just now", "3 min ago", "yesterday 14:03", "2026-03-01"; empty for 0, which means never.
QString relativeTimeText(int64_t ms, int64_t nowMs);
QString absoluteTimeText(int64_t ms); // "2026-03-01 14:03:07", local time

} // namespace ui
