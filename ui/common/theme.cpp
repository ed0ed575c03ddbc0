#include "ui/common/theme.h"

#include <QtCore/QSettings>
#include <QtGui/QGuiApplication>
#include <QtGui/QStyleHints>
#include <QtWidgets/QToolTip>

#include <algorithm>
#include <cmath>

#include "ui/common/style.h"

namespace ui {
namespace {

constexpr auto kThemeKey = "theme";

struct Shades {
    QRgb window, base, alternate, button, tooltip;
    QRgb text, subtle, link;
    QRgb accent, selection, inactiveSelection; // backgrounds; the two latter of table rows
    QRgb light, midlight, mid, dark;
    QRgb good, warning, bad;
    QRgb grid, badSurface, noteSurface;
};

constexpr Shades kLight = {0xf3f4f6, 0xffffff, 0xf7f8fa, 0xfafbfc, 0xffffff, //
                           0x1b1f24, 0x57606a, 0x1f5fc7,                     //
                           0x2a6bd6, 0xdeeafd, 0xe3e7ed,                     //
                           0xffffff, 0xe9ecef, 0xd0d5db, 0xa9b0b8,           //
                           0x1a743b, 0x8f5600, 0xbd252c,                     //
                           0xe8ebee, 0xfde7e7, 0xe3edfc};

constexpr Shades kDark = {0x202328, 0x181a1e, 0x1d1f24, 0x2d3138, 0x2d3138, //
                          0xe4e7eb, 0xa0a9b4, 0x82b1ff,                     //
                          0x2f6fdc, 0x253a5a, 0x2c3542,                     //
                          0x3a3f47, 0x30343b, 0x3d424a, 0x131518,           //
                          0x5fc480, 0xe8b34b, 0xff8a80,                     //
                          0x2c3037, 0x442527, 0x253349};

const Shades& shadesOf(const QPalette& palette) {
    return isDark(palette) ? kDark : kLight;
}

QPalette paletteOf(const Shades& s) {
    const std::pair<QPalette::ColorRole, QRgb> roles[] = {{QPalette::Window, s.window},
                                                          {QPalette::WindowText, s.text},
                                                          {QPalette::Base, s.base},
                                                          {QPalette::AlternateBase, s.alternate},
                                                          {QPalette::Text, s.text},
                                                          {QPalette::Button, s.button},
                                                          {QPalette::ButtonText, s.text},
                                                          {QPalette::BrightText, 0xffffff},
                                                          {QPalette::Highlight, s.accent},
                                                          {QPalette::HighlightedText, 0xffffff},
                                                          {QPalette::Link, s.link},
                                                          {QPalette::LinkVisited, s.link},
                                                          {QPalette::PlaceholderText, s.subtle},
                                                          {QPalette::ToolTipBase, s.tooltip},
                                                          {QPalette::ToolTipText, s.text},
                                                          {QPalette::Light, s.light},
                                                          {QPalette::Midlight, s.midlight},
                                                          {QPalette::Mid, s.mid},
                                                          {QPalette::Dark, s.dark},
                                                          {QPalette::Shadow, 0x000000}};
    QPalette p;
    for (const auto& [role, color] : roles)
        p.setColor(role, QColor(color));
    QColor faded(s.subtle);
    faded.setAlphaF(0.75F);
    for (auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, faded);
    p.setColor(QPalette::Disabled, QPalette::Highlight, QColor(s.mid));
    p.setColor(QPalette::Disabled, QPalette::HighlightedText, QColor(s.text));
    return p;
}

// Rows of tables are selected by a tint, so that the colours of their cells stay readable.
QPalette itemViewPalette(QPalette p) {
    const Shades& s = shadesOf(p);
    p.setColor(QPalette::Highlight, QColor(s.selection));
    p.setColor(QPalette::Inactive, QPalette::Highlight, QColor(s.inactiveSelection));
    p.setColor(QPalette::HighlightedText, p.color(QPalette::Text));
    return p;
}

bool systemIsDark() {
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    const Qt::ColorScheme scheme = QGuiApplication::styleHints()->colorScheme();
    if (scheme != Qt::ColorScheme::Unknown) return scheme == Qt::ColorScheme::Dark;
#endif
    // What the desktop gave before this program set its own palette.
    static const bool wasDark = isDark(QGuiApplication::palette());
    return wasDark;
}

double luminance(const QColor& color) {
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) +
           0.0722 * linear(color.blueF());
}

} // namespace

QPalette lightPalette() {
    return paletteOf(kLight);
}

QPalette darkPalette() {
    return paletteOf(kDark);
}

bool isDark(const QPalette& palette) {
    return luminance(palette.color(QPalette::Window)) <
           luminance(palette.color(QPalette::WindowText));
}

ThemeColors themeColors(const QPalette& palette) {
    ThemeColors c;
    c.subtleText = palette.color(QPalette::PlaceholderText);
    c.accent = palette.color(QPalette::Link);
    c.border = palette.color(QPalette::Mid);
    c.card = palette.color(QPalette::Base);
    const Shades& s = shadesOf(palette);
    c.good = QColor(s.good);
    c.warning = QColor(s.warning);
    c.bad = QColor(s.bad);
    c.grid = QColor(s.grid);
    c.badSurface = QColor(s.badSurface);
    c.noteSurface = QColor(s.noteSurface);
    return c;
}

void applyTheme(QApplication& app, ThemeChoice choice) {
    const bool dark = choice == ThemeChoice::System ? systemIsDark() : choice == ThemeChoice::Dark;
    if (!qobject_cast<Style*>(app.style())) app.setStyle(new Style); // the application owns it
    const QPalette palette = dark ? darkPalette() : lightPalette();
    app.setPalette(palette);
    app.setPalette(itemViewPalette(palette), "QAbstractItemView");
    QToolTip::setPalette(palette);
}

ThemeChoice savedTheme() {
    const QString text = QSettings().value(kThemeKey).toString();
    if (text == QLatin1String("light")) return ThemeChoice::Light;
    return text == QLatin1String("dark") ? ThemeChoice::Dark : ThemeChoice::System;
}

void saveTheme(ThemeChoice choice) {
    constexpr const char* kNames[] = {"system", "light", "dark"};
    QSettings().setValue(kThemeKey, QLatin1String(kNames[static_cast<int>(choice)]));
}

void startTheme(QApplication& app) {
    systemIsDark(); // remembers the desktop's palette before ours replaces it
    applyTheme(app, savedTheme());
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    QObject::connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, &app, [&app] {
        if (savedTheme() == ThemeChoice::System) applyTheme(app, ThemeChoice::System);
    });
#endif
}

double contrast(const QColor& a, const QColor& b) {
    const double x = luminance(a);
    const double y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

QColor runColor(const QString& stored, const QPalette& palette) {
    const QColor background = palette.color(QPalette::Base);
    QColor color(stored);
    if (!color.isValid()) return themeColors(palette).accent;
    const float step = isDark(palette) ? 0.04F : -0.04F;
    for (int i = 0; i < 25 && contrast(color, background) < 3.0; ++i) {
        const float lightness = std::clamp(color.lightnessF() + step, 0.0F, 1.0F);
        color.setHslF(std::max(0.0F, color.hslHueF()), color.hslSaturationF(), lightness);
    }
    return color;
}

QFont tabularFigures(const QFont& font) {
    QFont result = font;
#if QT_VERSION >= QT_VERSION_CHECK(6, 7, 0)
    result.setFeature("tnum", 1);
#endif
    return result;
}

} // namespace ui
