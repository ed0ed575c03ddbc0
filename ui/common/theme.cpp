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
    QColor window, base, alternate, button, text, subtle, border, accent, link, selection;
    QColor light, midlight, mid, dark, tooltip;
};

QPalette paletteOf(const Shades& s) {
    QPalette p;
    p.setColor(QPalette::Window, s.window);
    p.setColor(QPalette::WindowText, s.text);
    p.setColor(QPalette::Base, s.base);
    p.setColor(QPalette::AlternateBase, s.alternate);
    p.setColor(QPalette::Text, s.text);
    p.setColor(QPalette::Button, s.button);
    p.setColor(QPalette::ButtonText, s.text);
    p.setColor(QPalette::BrightText, Qt::white);
    p.setColor(QPalette::Highlight, s.accent);
    p.setColor(QPalette::HighlightedText, Qt::white);
    p.setColor(QPalette::Link, s.link);
    p.setColor(QPalette::LinkVisited, s.link);
    p.setColor(QPalette::PlaceholderText, s.subtle);
    p.setColor(QPalette::ToolTipBase, s.tooltip);
    p.setColor(QPalette::ToolTipText, s.text);
    p.setColor(QPalette::Light, s.light);
    p.setColor(QPalette::Midlight, s.midlight);
    p.setColor(QPalette::Mid, s.mid);
    p.setColor(QPalette::Dark, s.dark);
    p.setColor(QPalette::Shadow, QColor(0, 0, 0));
    QColor faded = s.subtle;
    faded.setAlphaF(0.75F);
    for (auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, faded);
    p.setColor(QPalette::Disabled, QPalette::Highlight, s.mid);
    p.setColor(QPalette::Disabled, QPalette::HighlightedText, s.text);
    return p;
}

// Rows of tables are selected by a tint, so that the colours of their cells stay readable.
QPalette itemViewPalette(QPalette p) {
    p.setColor(QPalette::Highlight,
               isDark(p) ? QColor(0x25, 0x3a, 0x5a) : QColor(0xde, 0xea, 0xfd));
    p.setColor(QPalette::HighlightedText, p.color(QPalette::Text));
    p.setColor(QPalette::Inactive, QPalette::Highlight,
               isDark(p) ? QColor(0x2c, 0x35, 0x42) : QColor(0xe3, 0xe7, 0xed));
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
    Shades s;
    s.window = QColor(0xf3, 0xf4, 0xf6);
    s.base = QColor(0xff, 0xff, 0xff);
    s.alternate = QColor(0xf7, 0xf8, 0xfa);
    s.button = QColor(0xfa, 0xfb, 0xfc);
    s.text = QColor(0x1b, 0x1f, 0x24);
    s.subtle = QColor(0x57, 0x60, 0x6a);
    s.accent = QColor(0x2a, 0x6b, 0xd6);
    s.link = QColor(0x1f, 0x5f, 0xc7);
    s.light = QColor(0xff, 0xff, 0xff);
    s.midlight = QColor(0xe9, 0xec, 0xef);
    s.mid = QColor(0xd0, 0xd5, 0xdb);
    s.dark = QColor(0xa9, 0xb0, 0xb8);
    s.tooltip = QColor(0xff, 0xff, 0xff);
    return paletteOf(s);
}

QPalette darkPalette() {
    Shades s;
    s.window = QColor(0x20, 0x23, 0x28);
    s.base = QColor(0x18, 0x1a, 0x1e);
    s.alternate = QColor(0x1d, 0x1f, 0x24);
    s.button = QColor(0x2d, 0x31, 0x38);
    s.text = QColor(0xe4, 0xe7, 0xeb);
    s.subtle = QColor(0xa0, 0xa9, 0xb4);
    s.accent = QColor(0x2f, 0x6f, 0xdc);
    s.link = QColor(0x82, 0xb1, 0xff);
    s.light = QColor(0x3a, 0x3f, 0x47);
    s.midlight = QColor(0x30, 0x34, 0x3b);
    s.mid = QColor(0x3d, 0x42, 0x4a);
    s.dark = QColor(0x13, 0x15, 0x18);
    s.tooltip = QColor(0x2d, 0x31, 0x38);
    return paletteOf(s);
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
    if (isDark(palette)) {
        c.good = QColor(0x5f, 0xc4, 0x80);
        c.warning = QColor(0xe8, 0xb3, 0x4b);
        c.bad = QColor(0xff, 0x8a, 0x80);
        c.grid = QColor(0x2c, 0x30, 0x37);
        c.badSurface = QColor(0x44, 0x25, 0x27);
        c.noteSurface = QColor(0x25, 0x33, 0x49);
    } else {
        c.good = QColor(0x1a, 0x74, 0x3b);
        c.warning = QColor(0x8f, 0x56, 0x00);
        c.bad = QColor(0xbd, 0x25, 0x2c);
        c.grid = QColor(0xe8, 0xeb, 0xee);
        c.badSurface = QColor(0xfd, 0xe7, 0xe7);
        c.noteSurface = QColor(0xe3, 0xed, 0xfc);
    }
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
