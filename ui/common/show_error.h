// The edge at which errors of slots end: told in the window's banner. GUI thread.
#pragma once

#include <QtWidgets/QWidget>

#include "core/error.h"

namespace ui {

// Shows the message in the banner of the window that `from` is in.
void showError(QWidget* from, const QString& message);

// Calls `act`; a core::Error is shown. True: there was none.
template <typename Act>
bool tryTo(QWidget* from, Act act) {
    try {
        act();
        return true;
    } catch (const core::Error& error) {
        showError(from, QString::fromStdString(error.what()));
        return false;
    }
}

} // namespace ui
