#include "ui/details/phase_shares.h"

#include "tests/support/picture.h"
#include "ui/common/theme.h"

#include <QtGui/QTextDocument>
#include <QtTest/QtTest>
#include <QtWidgets/QLabel>

class TestPhaseShares : public QObject {
    Q_OBJECT

private:
    static core::MetricRecord share(const char* phase, double percent) {
        core::MetricRecord metric;
        metric.tag = std::string("profile/") + phase;
        metric.last = percent;
        return metric;
    }
    static QString legendOf(const ui::PhaseShares& shares) {
        QTextDocument document;
        document.setHtml(shares.findChild<QLabel*>(QStringLiteral("phaseLegend"))->text());
        return document.toPlainText().simplified().replace(QChar::Nbsp, u' ');
    }

private Q_SLOTS:
    void showsWhereTheTimeGoes_data() {
        QTest::addColumn<int>("theme");
        QTest::newRow("light") << int(ui::ThemeChoice::Light);
        QTest::newRow("dark") << int(ui::ThemeChoice::Dark);
    }

    void showsWhereTheTimeGoes() {
        QFETCH(int, theme);
        ui::applyTheme(*qApp, static_cast<ui::ThemeChoice>(theme));
        QWidget panel;
        auto* shares = new ui::PhaseShares(&panel);
        shares->setGeometry(8, 8, 324, 244);
        panel.resize(340, 260);
        shares->setMetrics({share("fetch", 12.25), share("forward", 30), share("backward", 34),
                            share("metrics", 6), share("optimize", 10), share("evaluate", 4),
                            share("callbacks", 1.5), share("checkpoint", 1.25),
                            share("other", 1.0)});
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QVERIFY(shares->isVisible());
        const QString legend = legendOf(*shares).simplified();
        QVERIFY2(legend.contains("Forward 30.0 %"), qPrintable(legend));
        QVERIFY2(legend.contains("Callbacks 1.5 %"), qPrintable(legend));
        test::savePicture(panel, QStringLiteral("phases-") + QTest::currentDataTag());
    }

    void hidesWithoutAProfile() {
        QWidget panel;
        ui::PhaseShares shares(&panel);
        shares.setMetrics({share("forward", 100)});
        QVERIFY(!shares.isHidden());
        core::MetricRecord loss;
        loss.tag = "loss/val";
        loss.last = 0.5;
        shares.setMetrics({loss});
        QVERIFY(shares.isHidden());
    }
};

QTEST_MAIN(TestPhaseShares)
#include "tst_phase_shares.moc"
