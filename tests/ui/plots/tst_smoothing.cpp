#include "ui/plots/smoothing.h"

#include <QtTest/QtTest>

#include <cmath>
#include <limits>

namespace {

std::vector<double> smooth(ui::Smoother smoother, const std::vector<double>& values) {
    std::vector<double> result;
    for (double value : values)
        result.push_back(smoother.next(value));
    return result;
}

bool isClose(double a, double b) {
    return std::fabs(a - b) < 1e-12;
}

} // namespace

class TestSmoothing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Hand-made: last = last * 0.6 + 0.4 * y, divided by 1 - 0.6 ^ n = 0.4, 0.64, 0.784.
    void agreesWithTensorBoard() {
        const auto out = smooth(ui::Smoother(0.6), {1.0, 2.0, 3.0});
        QVERIFY(isClose(out[0], 1.0));
        QVERIFY(isClose(out[1], (0.4 * 0.6 + 0.4 * 2.0) / 0.64));
        QVERIFY(isClose(out[2], ((0.4 * 0.6 + 0.4 * 2.0) * 0.6 + 0.4 * 3.0) / 0.784));
    }

    void leavesValuesAloneAtZero() {
        const std::vector<double> values = {3.0, -1.0, 7.5};
        QCOMPARE(smooth(ui::Smoother(0.0), values), values);
    }

    // 0.1 has no exact form: the average of equal values would wobble in the last digits.
    void leavesAConstantSeriesAlone() {
        for (double value : smooth(ui::Smoother(0.99), std::vector<double>(1000, 0.1)))
            QCOMPARE(value, 0.1);
    }

    void passesNonFiniteValuesThrough() {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const double inf = std::numeric_limits<double>::infinity();
        const auto with = smooth(ui::Smoother(0.6), {nan, 1.0, inf, 2.0, -inf, 3.0});
        const auto without = smooth(ui::Smoother(0.6), {1.0, 2.0, 3.0});
        QVERIFY(std::isnan(with[0]));
        QCOMPARE(with[2], inf);
        QCOMPARE(with[4], -inf);
        QCOMPARE((std::vector<double>{with[1], with[3], with[5]}), without);
    }

    void startsAnewAfterRestart() {
        ui::Smoother smoother(0.9);
        smoother.next(100.0);
        smoother.next(50.0);
        smoother.restart();
        QCOMPARE(smoother.next(2.0), 2.0);
    }
};

QTEST_GUILESS_MAIN(TestSmoothing)
#include "tst_smoothing.moc"
