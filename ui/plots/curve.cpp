#include "ui/plots/curve.h"

namespace ui {

QPen CurveLook::pen(double width) const {
    QPen pen(color, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    const bool isDash = lineStyle == QLatin1String("dash");
    const bool isDot = lineStyle == QLatin1String("dot");
    if (!isValidation) {
        if (isDash) pen.setDashPattern({9, 3});
        if (isDot) pen.setDashPattern({2, 2});
    } else {
        if (isDash)
            pen.setDashPattern({9, 3, 2, 3});
        else if (isDot)
            pen.setDashPattern({2, 2, 5, 2});
        else
            pen.setDashPattern({4, 2.5});
    }
    return pen;
}

} // namespace ui
