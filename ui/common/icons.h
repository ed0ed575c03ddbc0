// Icons by name, from resources/icons, drawn in the colours of the palette: they follow the theme
// by themselves. GUI thread.
#pragma once

#include <QtGui/QIcon>
#include <QtGui/QPalette>
#include <QtGui/QPixmap>

namespace ui {

// The name is that of the file without ".svg": "start", "trash". Drawn in the palette's text
// colour.
QIcon icon(const QString& name);

// The same in one colour.
QIcon icon(const QString& name, const QColor& color);

// For delegates and labels: `size` in device-independent pixels.
QPixmap iconPixmap(const QString& name, const QColor& color, int size, double devicePixelRatio);

} // namespace ui
