// Help > Models and plugins: what is loaded from where, and why something is not. GUI thread.
#pragma once

#include <QtCore/QMap>
#include <QtWidgets/QDialog>

namespace core {
class Catalog;
}

namespace ui {

class PluginsDialog : public QDialog {
    Q_OBJECT

public:
    // `failures`: path to reason, of plugins that were found unusable when they were loaded.
    PluginsDialog(const core::Catalog& catalog, const QMap<QString, QString>& failures,
                  QWidget* parent);
};

} // namespace ui
