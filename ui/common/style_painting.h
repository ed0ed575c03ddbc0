// How Style draws single controls. GUI thread.
#pragma once

#include <QtWidgets/QStyleOption>

class QPainter;

namespace ui {

void drawTabShape(const QStyleOptionTab& tab, QPainter& painter);
void drawHeaderSection(const QStyleOptionHeader& header, QPainter& painter);
void drawDockTitle(const QStyleOptionDockWidget& dock, QPainter& painter);
void drawMenuBarItem(const QStyleOptionMenuItem& item, QPainter& painter);
void drawPrimaryButton(const QStyleOptionButton& button, QPainter& painter);
void drawButtonPanel(const QStyleOption& option, QPainter& painter);
void drawToolButtonPanel(const QStyleOption& option, QPainter& painter, bool showsChecked);
void drawFrame(const QStyleOption& option, QPainter& painter);
void drawFieldFrame(const QStyleOption& option, QPainter& painter);
void drawComboBox(const QStyleOptionComboBox& combo, QPainter& painter);
void drawCheckBox(const QStyleOption& option, QPainter& painter);
void drawScrollBar(const QStyleOptionSlider& bar, const QRect& handle, const QColor& background,
                   QPainter& painter);
void drawProgressGroove(const QStyleOption& option, QPainter& painter);
void drawProgressContents(const QStyleOptionProgressBar& bar, QPainter& painter);

} // namespace ui
