#include <limits>

#include <QtTest/QTest>

#include "core/error.h"
#include "metric_stream.h"

using namespace core;

// The expected values are of scikit-learn 1.9.1: mean_absolute_error, mean_squared_error and
// r2_score (target, output, sample_weight=w); rmse is the root of mean_squared_error.
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Samples twoOutputs(bool isWeighted) {
    const at::Tensor target = torch::tensor({{2.75, -61.125},
                                             {3.0, -54.375},
                                             {4.125, -43.5},
                                             {3.0, -43.375},
                                             {2.625, -39.5},
                                             {3.0, -44.125},
                                             {1.75, -46.5},
                                             {1.25, -70.375},
                                             {2.75, -59.0}},
                                            at::kDouble);
    const at::Tensor output = torch::tensor({{2.875, -54.375},
                                             {2.625, -56.25},
                                             {4.25, -42.0},
                                             {2.875, -44.0},
                                             {3.0, -38.0},
                                             {2.5, -44.375},
                                             {1.75, -49.625},
                                             {1.375, -73.0},
                                             {3.25, -58.375}},
                                            at::kDouble);
    const at::Tensor weight =
        torch::tensor({1.0, 0.5, 2.0, 0.0, 1.0, 1.0, 3.0, 0.25, 1.0}, at::kDouble);
    return {output, target, isWeighted ? weight : at::Tensor()};
}

// In numpy, with i = arange(522): target = [1e6 + (i * 37 % 64) / 8, (i * i % 101) / 4],
// output = target + [(i * 29 % 32) / 16 - 1, (i * 13 % 16) / 2 - 4]. Around a mean as large as that
// a sum of squares has no digits left for r2.
Samples farFromZero() {
    const at::Tensor i = at::arange(522, at::kLong);
    const auto rest = [](const at::Tensor& number, int64_t divisor) {
        return number.remainder(divisor).to(at::kDouble);
    };
    const at::Tensor target = at::stack({rest(i * 37, 64) / 8 + 1e6, rest(i * i, 101) / 4}, 1);
    const at::Tensor error = at::stack({rest(i * 29, 32) / 16 - 1, rest(i * 13, 16) / 2 - 4}, 1);
    return {target + error, target, {}};
}

} // namespace

class TestRegressionMetrics : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithScikitLearn_data() {
        QTest::addColumn<QString>("metric");
        QTest::addColumn<double>("plain");
        QTest::addColumn<double>("weighted");
        QTest::addColumn<double>("far");
        QTest::newRow("mae") << "mae" << 1.1736111111111112 << 1.2852564102564104
                             << 1.2493414750957854;
        QTest::newRow("mse") << "mse" << 3.9956597222222223 << 4.425881410256411
                             << 2.8538261793582373;
        QTest::newRow("rmse") << "rmse" << 1.9989146360518306 << 2.1037778899533124
                              << 1.6893271380517858;
        QTest::newRow("r2") << "r2" << 0.8796272499857372 << 0.8735237088211752
                            << 0.9225909127698781;
    }

    void agreesWithScikitLearn() {
        QFETCH(QString, metric);
        QFETCH(double, plain);
        QFETCH(double, weighted);
        QFETCH(double, far);
        COMPARE_METRIC(metric.toStdString(), twoOutputs(false), plain);
        COMPARE_METRIC(metric.toStdString(), twoOutputs(true), weighted);
        COMPARE_METRIC(metric.toStdString(), farFromZero(), far);
    }

    void t09_countsUnevenBatchesAsOne() {
        for (const Cuts& cuts : {Cuts{256, 256}, Cuts{10, 256}}) {
            MetricSet set;
            for (const Samples& batch : batchesOf(farFromZero().in(at::kFloat), cuts))
                measure(set, "r2", batch);
            QVERIFY(std::abs(valueOf(set, "r2") - 0.9225909127698781) < 1e-12);
        }
    }

    // r2_score with force_finite=False is NaN of a target without error, and minus infinity with
    // one.
    void hasNoR2OfATargetThatDoesNotVary() {
        const at::Tensor same = torch::full({7}, 0.1);
        COMPARE_METRIC("r2", (Samples{torch::ones(7), same, {}}), kNan);
        COMPARE_METRIC("r2", (Samples{same.clone(), same, {}}), kNan);
        Samples two = twoOutputs(false);
        two.target.select(1, 0).fill_(5.0);
        COMPARE_METRIC("r2", two, kNan);
        MetricSet set;
        measure(set, "r2", twoOutputs(false).part(0, 1));
        QVERIFY(std::isnan(valueOf(set, "r2")));
    }

    void showsNanWhereANumberIs() {
        for (const char* metric : {"mae", "mse", "rmse", "r2"}) {
            Samples output = twoOutputs(false), target = twoOutputs(false);
            output.output[4][1] = kNan;
            target.target[4][1] = kNan;
            COMPARE_METRIC(metric, output, kNan);
            COMPARE_METRIC(metric, target, kNan);
        }
    }

    void doesNotLookAtWhatHasNoWeight() {
        Samples all = twoOutputs(true);
        all.output[3] = kNan;
        all.target[3] = kNan;
        COMPARE_METRIC("rmse", all, 2.1037778899533124);
        COMPARE_METRIC("r2", all, 0.8735237088211752);
    }

    void takesOneNumberASample() {
        const Samples two = twoOutputs(false);
        const Samples one = {two.output.select(1, 0), two.target.select(1, 0), {}};
        COMPARE_METRIC("mae", one, (one.output - one.target).abs().mean().item<double>());
    }

    void reportsNothingOfNoSamples() {
        MetricSet set;
        measure(set, "mae", twoOutputs(false).part(0, 0));
        measure(set, "r2", twoOutputs(false).in(at::kFloat).part(0, 0));
        QVERIFY(set.compute().empty());
    }

    void refusesShapesThatDiffer() {
        MetricSet set;
        const Samples two = twoOutputs(false);
        QVERIFY_EXCEPTION_THROWN(measure(set, "mae", {two.output, two.target.select(1, 0), {}}),
                                 Error);
        measure(set, "mae", two);
        QVERIFY_EXCEPTION_THROWN(
            measure(set, "mae", {two.output.narrow(1, 0, 1), two.target.narrow(1, 0, 1), {}}),
            Error);
    }
};

QTEST_GUILESS_MAIN(TestRegressionMetrics)
#include "tst_regression_metrics.moc"
