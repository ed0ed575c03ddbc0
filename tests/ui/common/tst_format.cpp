#include <QtTest/QtTest>

#include <cmath>
#include <limits>

#include "ui/common/format.h"

class TestFormat : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsFourSignificantDigits_data();
    void showsFourSignificantDigits();
    void groupsCountsByThousands();
    void saysDurationsInTwoUnits_data();
    void saysDurationsInTwoUnits();
    void saysHowLongAgo();
    void saysSizesInDecimalUnits();
};

void TestFormat::showsFourSignificantDigits_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << 0.0 << "0";
    QTest::newRow("one") << 1.0 << "1.000";
    QTest::newRow("below one") << 0.98765 << "0.9877";
    QTest::newRow("carries over") << 0.99999 << "1.000";
    QTest::newRow("small") << 0.0123456 << "0.01235";
    QTest::newRow("tiny") << 3e-4 << "3.000e-4";
    QTest::newRow("large") << 12345.6 << "12346";
    QTest::newRow("huge") << -1.5e9 << "-1.500e9";
    QTest::newRow("nan") << std::nan("") << "NaN";
    QTest::newRow("inf") << std::numeric_limits<double>::infinity() << "Inf";
    QTest::newRow("-inf") << -std::numeric_limits<double>::infinity() << "-Inf";
}

void TestFormat::showsFourSignificantDigits() {
    QFETCH(double, value);
    QTEST(ui::numberText(value), "text");
}

void TestFormat::groupsCountsByThousands() {
    QCOMPARE(ui::countText(999), QStringLiteral("999"));
    QCOMPARE(ui::countText(1234567), QStringLiteral("1\u202f234\u202f567"));
    QCOMPARE(ui::countText(-1000), QStringLiteral("-1\u202f000"));
}

void TestFormat::saysDurationsInTwoUnits_data() {
    QTest::addColumn<double>("seconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("tenths") << 0.84 << "0.8 s";
    QTest::newRow("seconds") << 41.4 << "41 s";
    QTest::newRow("minutes") << 110.0 << "1 m 50 s";
    QTest::newRow("hours") << 7500.0 << "2 h 05 m";
    QTest::newRow("days") << 273600.0 << "3 d 4 h";
    QTest::newRow("unknown") << -1.0 << "";
    QTest::newRow("nan") << std::nan("") << "";
}

void TestFormat::saysDurationsInTwoUnits() {
    QFETCH(double, seconds);
    QTEST(ui::durationText(seconds), "text");
}

void TestFormat::saysHowLongAgo() {
    const qint64 now =
        QDateTime(QDate(2026, 3, 10), QTime(15, 0)).toMSecsSinceEpoch(); // local time
    QCOMPARE(ui::relativeTimeText(0, now), QString());
    QCOMPARE(ui::relativeTimeText(now - 3000, now), QStringLiteral("just now"));
    QCOMPARE(ui::relativeTimeText(now - 200'000, now), QStringLiteral("3 min ago"));
    QCOMPARE(ui::relativeTimeText(now - 2 * 3600'000, now), QStringLiteral("2 h ago"));
    QCOMPARE(ui::relativeTimeText(now - 25 * 3600'000, now), QStringLiteral("yesterday 14:00"));
    QCOMPARE(ui::relativeTimeText(now - 30LL * 86400'000, now), QStringLiteral("2026-02-08"));
}

void TestFormat::saysSizesInDecimalUnits() {
    QCOMPARE(ui::bytesText(512), QStringLiteral("512 B"));
    QCOMPARE(ui::bytesText(1'230'000'000), QStringLiteral("1.2 GB"));
    QCOMPARE(ui::bytesText(310'000'000), QStringLiteral("310 MB"));
}

QTEST_GUILESS_MAIN(TestFormat)
#include "tst_format.moc"
