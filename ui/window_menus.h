// The menus of the main window, built from the actions of its parts. GUI thread.
#pragma once

namespace ui {

class MainWindow;

void createMenus(MainWindow& window);

} // namespace ui
