// Text of a form field to the value of its parameter and back. Numbers are in the C locale; a
// decimal comma is understood and pointed out. Any thread.
#pragma once

#include <QtCore/QString>

#include <optional>

#include "core/params.h"

namespace ui {

struct ParsedParam {
    std::optional<core::ParamValue> value; // empty: cannot be read as the parameter's type
    QString problem;                       // why not, or what is wrong with the value
    QString hint;                          // how it was read, when that may surprise
};

ParsedParam parseParam(const core::ParamSpec& spec, const QString& text);

QString paramText(const core::ParamValue& value);

// The value one press of Up (direction +1) or Down (-1) further: by 1 for whole numbers, by a tenth
// of the number's size for reals, by 10^(1/5) on a log scale. `big` (with Ctrl) steps ten times as
// far. Stays in the range.
core::ParamValue steppedParam(const core::ParamSpec& spec, const core::ParamValue& value,
                              int direction, bool big);

// "at least 1 and less than 10", for placeholders and help; empty when there is no range.
QString rangeHint(const core::ParamSpec& spec);

} // namespace ui
