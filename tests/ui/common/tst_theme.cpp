#include <QtTest/QtTest>
#include <QtWidgets/QTreeView>

#include "ui/common/icons.h"
#include "ui/common/theme.h"

class TestTheme : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void textIsReadableInBothThemes_data();
    void textIsReadableInBothThemes();
    void runColoursStandOutFromTheBackground();
    void iconsFollowThePalette();
    void selectedRowsKeepTheColoursOfTheirText();
};

void TestTheme::textIsReadableInBothThemes_data() {
    QTest::addColumn<QPalette>("palette");
    QTest::newRow("light") << ui::lightPalette();
    QTest::newRow("dark") << ui::darkPalette();
}

void TestTheme::textIsReadableInBothThemes() {
    QFETCH(QPalette, palette);
    const ui::ThemeColors colors = ui::themeColors(palette);
    const QColor text = palette.color(QPalette::WindowText);
    for (auto surface : {QPalette::Window, QPalette::Base, QPalette::AlternateBase}) {
        const QColor background = palette.color(surface);
        for (const QColor& c :
             {text, colors.subtleText, colors.accent, colors.good, colors.warning, colors.bad})
            QVERIFY2(ui::contrast(c, background) >= 4.5, qPrintable(c.name() + background.name()));
    }
    QVERIFY(ui::contrast(text, palette.color(QPalette::Button)) >= 4.5);
    QVERIFY(ui::contrast(text, colors.badSurface) >= 4.5);
    QVERIFY(ui::contrast(text, colors.noteSurface) >= 4.5);
    QVERIFY(ui::contrast(palette.color(QPalette::HighlightedText),
                         palette.color(QPalette::Highlight)) >= 4.5);
}

void TestTheme::runColoursStandOutFromTheBackground() {
    for (const QPalette& palette : {ui::lightPalette(), ui::darkPalette()})
        for (const char* stored : {"#0072B2", "#E69F00", "#F0E442", "#000000", "#FFFFFF", "junk"})
            QVERIFY(ui::contrast(ui::runColor(QLatin1String(stored), palette),
                                 palette.color(QPalette::Base)) >= 3.0);
}

void TestTheme::iconsFollowThePalette() {
    const QIcon icon = ui::icon(QStringLiteral("stop"));
    ui::applyTheme(*qApp, ui::ThemeChoice::Light);
    const QColor light = icon.pixmap(16, 16).toImage().pixelColor(8, 8);
    ui::applyTheme(*qApp, ui::ThemeChoice::Dark);
    const QColor dark = icon.pixmap(16, 16).toImage().pixelColor(8, 8);
    QCOMPARE(light.name(), ui::lightPalette().color(QPalette::WindowText).name());
    QCOMPARE(dark.name(), ui::darkPalette().color(QPalette::WindowText).name());
}

void TestTheme::selectedRowsKeepTheColoursOfTheirText() {
    for (auto choice : {ui::ThemeChoice::Light, ui::ThemeChoice::Dark}) {
        ui::applyTheme(*qApp, choice);
        QTreeView view;
        view.ensurePolished(); // as when it is shown
        const QPalette palette = view.palette();
        const ui::ThemeColors colors = ui::themeColors(palette);
        for (const QColor& c : {palette.color(QPalette::Text), colors.bad, colors.good})
            QVERIFY2(
                ui::contrast(c, palette.color(QPalette::Active, QPalette::Highlight)) >= 4.5,
                qPrintable(c.name() + palette.color(QPalette::Active, QPalette::Highlight).name()));
    }
}

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
