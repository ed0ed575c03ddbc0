#include "ui/common/show_error.h"

#include <QtCore/QLoggingCategory>

#include "ui/common/banner.h"

namespace ui {

void showError(QWidget* from, const QString& message) {
    auto* banner = from->window()->findChild<Banner*>();
    if (banner)
        banner->show(Banner::Level::Error, message);
    else
        qWarning("%s", qPrintable(message));
}

} // namespace ui
