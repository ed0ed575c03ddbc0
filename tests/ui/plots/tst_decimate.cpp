#include "ui/plots/decimate.h"

#include <QtTest/QtTest>

#include <cmath>
#include <limits>

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

QCPGraphDataContainer ramp(int count, double spikeAt = -1, double spike = 0) {
    QVector<QCPGraphData> points;
    for (int i = 0; i < count; ++i)
        points.append(QCPGraphData(i, i == spikeAt ? spike : std::sin(i / 1000.0)));
    QCPGraphDataContainer container;
    container.set(points, true);
    return container;
}

ui::ValueExtent extentOf(const QCPGraphDataContainer& points) {
    ui::ValueExtent extent;
    for (auto it = points.constBegin(); it != points.constEnd(); ++it)
        extent.add(it->value);
    return extent;
}

bool has(const QVector<QCPGraphData>& points, double value) {
    return std::any_of(points.begin(), points.end(),
                       [&](const QCPGraphData& point) { return point.value == value; });
}

} // namespace

class TestDecimate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsFewPointsAsTheyAre() { QCOMPARE(ui::decimated(ramp(50), {0, 49}, 100).size(), 50); }

    void keepsAtMostTheLimit() {
        const auto points = ui::decimated(ramp(100000), {0, 99999}, 700);
        QVERIFY(points.size() <= 700 + 2);
        QVERIFY(points.size() > 300);
        QVERIFY(std::is_sorted(points.begin(), points.end(), qcpLessThanSortKey<QCPGraphData>));
    }

    void keepsASpikeOfOneInAMillion() {
        const auto data = ramp(1000000, 765432, 55.0);
        for (double width : {1e6, 1e5, 1e4, 1e3})
            QVERIFY(has(ui::decimated(data, {765432 - width / 2, 765432 + width / 2}, 600), 55.0));
    }

    // Else curves would shake while a run goes on.
    void choosesTheSamePointsAfterMoreHaveArrived() {
        const auto before = ui::decimated(ramp(100000), {0, 99999}, 700);
        const auto after = ui::decimated(ramp(100500), {0, 100499}, 700);
        for (int i = 0; i < before.size() - 2; ++i)
            QCOMPARE(after[i].key, before[i].key);
    }

    void toleratesNanAlone() {
        QCPGraphDataContainer data;
        for (int i = 0; i < 5000; ++i)
            data.add(QCPGraphData(i, kNan));
        QVERIFY(ui::decimated(data, {0, 5000}, 100).size() <= 102);
        ui::ValueRange range;
        range.add(data, {}, {0, 2000});
        QVERIFY(!range.range());
    }

    void leavesOutliersOutOfTheRange() {
        const auto data = ramp(10000, 500, 1e6);
        ui::ValueRange full;
        full.add(data, extentOf(data), {0, 9999});
        QCOMPARE(full.range()->upper, 1e6);
        ui::ValueRange inner(false, true);
        inner.add(data, extentOf(data), {0, 9999});
        QVERIFY(inner.range()->upper <= 1.0);
        QCOMPARE(ui::countOutside(data, {0, 9999}, {-1.0, 1.0}), 1);
    }

    void looksOnlyAtPositiveValuesForALogarithmicAxis() {
        const auto data = ramp(10000);
        for (const QCPRange& keys : {QCPRange(0, 9999), QCPRange(3000, 7000)}) {
            ui::ValueRange range(true);
            range.add(data, extentOf(data), keys);
            QVERIFY(range.range()->lower > 0);
        }
    }

    void fitsToWhatIsVisible() {
        const auto data = ramp(10000, 500, 1e6);
        ui::ValueRange range;
        range.add(data, extentOf(data), {1000, 2000});
        QVERIFY(range.range()->upper <= 1.0);
    }
};

QTEST_GUILESS_MAIN(TestDecimate)
#include "tst_decimate.moc"
