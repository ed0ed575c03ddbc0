// Help > Keyboard shortcuts: read from the actions themselves, so that it cannot be wrong. GUI
// thread.
#pragma once

#include <QtWidgets/QDialog>

class QMenuBar;

namespace ui {

class ShortcutsDialog : public QDialog {
    Q_OBJECT

public:
    ShortcutsDialog(const QMenuBar& menus, QWidget* parent);
};

} // namespace ui
