// A curve on a card: its points and how it is drawn. Values; GUI thread.
#pragma once

#include "ui/plots/series_data.h"

#include <QtGui/QColor>
#include <QtGui/QPen>

namespace ui {

struct CurveLook {
    QString runName;
    QString splitName; // "train", "val"; empty: the tag has none
    QColor color;
    QString lineStyle; // of the run: "solid", "dash", "dot"
    bool isValidation = false;

    QPen pen(double width) const; // validation is dashed
    // What a list calls the curve: "digits-mlp val".
    QString label() const { return splitName.isEmpty() ? runName : runName + u' ' + splitName; }
    friend bool operator==(const CurveLook&, const CurveLook&) = default;
};

struct Curve {
    SeriesPointer data;
    CurveLook look;
};

} // namespace ui
