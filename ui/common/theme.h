// How the program looks: light and dark palettes for the Fusion style, one accent, and the few
// colours that a palette has no role for. GUI thread.
#pragma once

#include <QtGui/QColor>
#include <QtGui/QFont>
#include <QtGui/QPalette>
#include <QtWidgets/QApplication>

namespace ui {

enum class ThemeChoice { System, Light, Dark };

// Sets style and palette of the whole program. Every widget is told by QEvent::PaletteChange.
void applyTheme(QApplication& app, ThemeChoice choice);

// The choice of View > Theme, kept in QSettings.
ThemeChoice savedTheme();
void saveTheme(ThemeChoice choice);

// Installs the saved theme; while that is System, follows when the desktop's changes (Qt 6.5 on).
void startTheme(QApplication& app);

QPalette lightPalette();
QPalette darkPalette();
bool isDark(const QPalette& palette);

// Colours beyond the palette's roles. Text colours have a contrast of 4.5:1 on window and base.
struct ThemeColors {
    QColor subtleText; // secondary text, units, axis numbers
    QColor accent;     // lines and icons that show what is active
    QColor good;       // text and icons
    QColor warning;
    QColor bad;
    QColor border;      // hairlines between areas
    QColor grid;        // of plots
    QColor card;        // background of plot cards and the like
    QColor badSurface;  // background of error messages, under normal text
    QColor noteSurface; // background of other messages
};
ThemeColors themeColors(const QPalette& palette);

// The colour a run is drawn with: as stored, moved away from the background where it would have
// less than 3:1 contrast to it.
QColor runColor(const QString& stored, const QPalette& palette);

// Contrast of two colours by WCAG 2: 1 to 21.
double contrast(const QColor& a, const QColor& b);

// The same font with figures of one width.
QFont tabularFigures(const QFont& font);

// The first multiples of the grid: 4, 8, 12, 16 px.
inline constexpr int kSpacing = 8;
inline constexpr int kHalfSpacing = 4;

} // namespace ui
