#include <cmath>
#include <limits>

#include <QtTest/QTest>

#include "core/error.h"
#include "core/model/metric_set.h"
#include "core/model/model.h"

using namespace core;

namespace {

DatasetInfo infoOf(Task task, int64_t outputs) {
    DatasetInfo info;
    info.task = task;
    info.outputCount = outputs;
    return info;
}

Batch batchOf(const at::Tensor& target) {
    return {{{"target", target}}, target.size(0), static_cast<double>(target.size(0))};
}

double valueOf(const MetricSet& set, const std::string& name) {
    return set.compute().find(name)->value;
}

class OutputModel : public Model {
public:
    using Model::Model;
    Tensors forward(const Batch& batch) override { return {{"output", batch.x.at("input")}}; }
};

} // namespace

class TestMetrics : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void t09_weighsMeansByItems() {
        MetricSet set;
        set.add("loss", torch::tensor(0.7), 256);
        set.add("loss", torch::tensor(0.8), 256);
        set.add("loss", torch::tensor(0.9), 10);
        set.add("loss", torch::tensor(std::nan("")), 0); // a batch of nothing
        QVERIFY(std::abs(valueOf(set, "loss") - (256 * 0.7 + 256 * 0.8 + 9.0) / 522) < 1e-7);
    }

    void keepsNan() {
        MetricSet set;
        set.add("loss", torch::tensor(1.0), 1);
        set.add("loss", torch::tensor(std::nan("")), 1);
        QVERIFY(std::isnan(valueOf(set, "loss")));
    }

    void refusesMoreThanOneNumber() {
        MetricSet set;
        QVERIFY_EXCEPTION_THROWN(set.add("loss", torch::ones({2}), 1), Error);
    }

    void countsRightClasses() {
        MetricSet set(infoOf(Task::Classification, 3));
        const at::Tensor scores =
            torch::tensor({{1.f, 2.f, 0.f}, {3.f, 1.f, 1.f}, {0.f, 0.f, 5.f}});
        set.addTask({{"output", scores}}, batchOf(torch::tensor({1, 0, 0}, torch::kLong)));
        set.addTask({{"output", scores.narrow(0, 2, 1)}},
                    batchOf(torch::tensor({2}, torch::kLong)));
        QCOMPARE(valueOf(set, "accuracy"), 0.75);
        QCOMPARE(set.compute().find("accuracy")->direction, Direction::Maximize);
    }

    void countsRightAnswersOfYesAndNo() {
        MetricSet set(infoOf(Task::BinaryClassification, 2));
        const at::Tensor logits = torch::tensor({{1.f, -1.f}, {-2.f, 3.f}});
        set.addTask({{"output", logits}}, batchOf(torch::tensor({{1.f, 0.f}, {1.f, 1.f}})));
        QCOMPARE(valueOf(set, "accuracy"), 0.75);
    }

    // Against the formulas over all samples at once, whichever way they are cut into batches.
    void measuresRegressionInTheTargetsUnit() {
        DatasetInfo info = infoOf(Task::Regression, 2);
        info.targetMean = {10.0, -3.0};
        info.targetScale = {4.0, 0.5};
        torch::manual_seed(2);
        const at::Tensor y = torch::randn({50, 2}), guess = y + 0.3 * torch::randn({50, 2});
        MetricSet set(info);
        for (const auto& [begin, count] : {std::pair<int64_t, int64_t>(0, 20), {20, 29}, {49, 1}})
            set.addTask({{"output", guess.narrow(0, begin, count)}},
                        batchOf(y.narrow(0, begin, count)));
        const at::Tensor scale = torch::tensor({4.0, 0.5});
        const at::Tensor error = (guess - y).to(at::kDouble) * scale;
        QVERIFY(std::abs(valueOf(set, "mae") - error.abs().mean().item<double>()) < 1e-6);
        QVERIFY(std::abs(valueOf(set, "rmse") - error.square().mean().sqrt().item<double>()) <
                1e-6);
        const at::Tensor spread = (y - y.mean(0)).square().sum(0);
        const double r2 = (1 - (guess - y).square().sum(0) / spread).mean().item<double>();
        QVERIFY(std::abs(valueOf(set, "r2") - r2) < 1e-5);
    }

    void leavesOutWhatHasNotTheShapeOfTheTask() {
        MetricSet set(infoOf(Task::Classification, 3));
        set.addTask({{"output", torch::ones({2, 5, 3})}}, batchOf(torch::ones({2}, torch::kLong)));
        set.addTask({{"other", torch::ones({2, 3})}}, batchOf(torch::ones({2}, torch::kLong)));
        set.addTask({{"output", torch::ones({2, 3})}}, batchOf(torch::ones({2, 3}) / 3));
        QVERIFY(set.compute().empty());
        MetricSet numbers(infoOf(Task::Regression, 2));
        numbers.addTask({{"output", torch::ones({2, 1})}}, batchOf(torch::ones({2, 1})));
        QVERIFY(numbers.compute().empty());
    }

    void hasFewMetricsOfEachTask() {
        const auto namesOf = [](Task task, const at::Tensor& output, const at::Tensor& target) {
            MetricSet set(infoOf(task, 2));
            set.addTask({{"output", output}}, batchOf(target));
            QStringList names;
            for (const MetricValue& metric : set.compute())
                names << QString::fromStdString(metric.name);
            return names;
        };
        const at::Tensor output = torch::ones({3, 2}), target = torch::zeros({3, 2});
        QCOMPARE(namesOf(Task::Classification, output, torch::zeros({3}, torch::kLong)),
                 (QStringList{"accuracy", "f1"}));
        QCOMPARE(namesOf(Task::BinaryClassification, output, target),
                 (QStringList{"accuracy", "auc"}));
        QCOMPARE(namesOf(Task::Regression, output, target), (QStringList{"mae", "rmse", "r2"}));
    }

    void addsTheMetricsThatAreChosen() {
        MetricSet set(infoOf(Task::Classification, 3), {"top2", "recall"});
        set.addTask({{"output", torch::tensor({{3.f, 2.f, 0.f}, {3.f, 1.f, 2.f}})}},
                    batchOf(torch::tensor({1, 1}, torch::kLong)));
        QCOMPARE(set.compute().size(), size_t(2));
        QCOMPARE(valueOf(set, "top2"), 0.5);
        QCOMPARE(valueOf(set, "recall"), 0.0);
        try {
            MetricSet(infoOf(Task::Classification, 3), {"f2"});
            QFAIL("There is no f2");
        } catch (const Error& error) {
            QVERIFY(QString(error.what()).contains("f2"));
            QVERIFY(QString(error.what()).contains("f1_micro"));
        }
    }

    void weighsSamplesOfABatch() {
        MetricSet set(infoOf(Task::Classification, 2));
        Batch batch = batchOf(torch::tensor({0, 1}, torch::kLong));
        batch.x.set("sample_weight", torch::tensor({3.f, 1.f}));
        set.addTask({{"output", torch::tensor({{1.f, 0.f}, {1.f, 0.f}})}}, batch);
        QCOMPARE(valueOf(set, "accuracy"), 0.75);
    }

    void measuresAnyOutputUnderItsOwnName() {
        MetricSet set(infoOf(Task::Classification, 2));
        const at::Tensor right = torch::tensor({{1.f, 0.f}, {0.f, 1.f}});
        const at::Tensor target = torch::tensor({0, 1}, torch::kLong);
        set.addTask({{"output", right}}, batchOf(target));
        set.measure("accuracy", -right, target, {}, "colour_accuracy");
        QCOMPARE(valueOf(set, "accuracy"), 1.0);
        QCOMPARE(valueOf(set, "colour_accuracy"), 0.0);
        QCOMPARE(set.compute().find("colour_accuracy")->direction, Direction::Maximize);
        QVERIFY_EXCEPTION_THROWN(set.measure("f2", right, target), Error);
    }

    void joinsSetsAsOneStream() {
        MetricSet whole(infoOf(Task::BinaryClassification, 1)),
            first(infoOf(Task::BinaryClassification, 1)),
            second(infoOf(Task::BinaryClassification, 1));
        const at::Tensor logits = torch::tensor({{1.f}, {-1.f}, {0.5f}, {2.f}, {-2.f}});
        const at::Tensor target = torch::tensor({{1.f}, {1.f}, {0.f}, {1.f}, {0.f}});
        const auto addTo = [&](MetricSet& set, int64_t begin, int64_t count) {
            set.add("loss", logits.narrow(0, begin, count).mean(at::kDouble),
                    static_cast<double>(count));
            set.addTask({{"output", logits.narrow(0, begin, count)}},
                        batchOf(target.narrow(0, begin, count)));
        };
        addTo(whole, 0, 5);
        addTo(first, 0, 2);
        addTo(second, 2, 3);
        second.add("only_there", torch::tensor(7.0), 1);
        first.merge(second);
        for (const char* name : {"loss", "accuracy", "auc"})
            QVERIFY(std::abs(valueOf(first, name) - valueOf(whole, name)) < 1e-12);
        QCOMPARE(valueOf(first, "only_there"), 7.0);
        MetricSet other(infoOf(Task::Regression, 1), {"mae", "top3"});
        QVERIFY_EXCEPTION_THROWN(other.merge(MetricSet(infoOf(Task::Regression, 1))), Error);
    }

    void savesAndRestoresItsSums() {
        MetricSet set(infoOf(Task::Classification, 2)), other(infoOf(Task::Classification, 2));
        const auto addBatch = [](MetricSet& to) {
            to.add("loss", torch::tensor(0.3), 7);
            to.addTask({{"output", torch::tensor({{1.f, 0.f}, {1.f, 0.f}})}},
                       batchOf(torch::tensor({0, 1}, torch::kLong)));
        };
        addBatch(set);
        Archive archive;
        set.save(archive);
        other.load(archive);
        addBatch(set);
        addBatch(other);
        QCOMPARE(valueOf(other, "loss"), valueOf(set, "loss"));
        QCOMPARE(valueOf(other, "accuracy"), 0.5);
        other.reset();
        QVERIFY(other.compute().empty());
    }

    void t15_findsWhatIsBetter_data() {
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        constexpr double infinity = std::numeric_limits<double>::infinity();
        QTest::addColumn<double>("value");
        QTest::addColumn<double>("best");
        QTest::addColumn<bool>("minimized");
        QTest::addColumn<bool>("maximized");
        QTest::newRow("smaller") << 1.0 << 2.0 << true << false;
        QTest::newRow("larger") << 2.0 << 1.0 << false << true;
        QTest::newRow("equal") << 1.0 << 1.0 << false << false;
        QTest::newRow("NaN is never better") << nan << 1.0 << false << false;
        QTest::newRow("nor is infinity") << infinity << 1.0 << false << false;
        QTest::newRow("nor minus infinity") << -infinity << 1.0 << false << false;
        QTest::newRow("the first value is") << 5.0 << nan << true << true;
        QTest::newRow("NaN is not better than NaN") << nan << nan << false << false;
        QTest::newRow("nor than infinity") << 5.0 << infinity << true << true;
    }

    void t15_findsWhatIsBetter() {
        QFETCH(double, value);
        QFETCH(double, best);
        QTEST(Monitor({"x", Direction::Minimize}).isBetter(value, best), "minimized");
        QTEST(Monitor({"x", Direction::Maximize}).isBetter(value, best), "maximized");
        QVERIFY(!Monitor({"x", Direction::Minimize}).isBetter(0.95, 1.0, 0.1));
    }

    void refusesARegressionWhoseShapesDiffer() {
        OutputModel model(infoOf(Task::Regression, 1));
        const Batch batch = {{{"input", torch::ones({4, 1})}, {"target", torch::ones({4})}}, 4, 4};
        try {
            model.loss(model.forward(batch), batch);
            QFAIL("It was broadcast");
        } catch (const Error& error) {
            QVERIFY(QString(error.what()).contains("[4, 1]"));
        }
    }

    void tellsWhatOutputsMean() {
        DatasetInfo classes = infoOf(Task::Classification, 2);
        classes.classNames = {"cat", "dog"};
        const Tensors out = {{"output", torch::tensor({{0.f, 2.f}, {1.f, 0.f}})}};
        const Predictions guessed = OutputModel(classes).postprocess(out);
        QCOMPARE(QString::fromStdString(guessed[0].text + guessed[1].text), "dogcat");
        QVERIFY(std::abs(guessed[0].values[1] - 1 / (1 + std::exp(-2.0))) < 1e-6);

        DatasetInfo numbers = infoOf(Task::Regression, 2);
        numbers.targetMean = {10.0, 0.0};
        numbers.targetScale = {4.0, 1.0};
        QCOMPARE(OutputModel(numbers).postprocess(out)[1].values, (std::vector<double>{14.0, 0.0}));
        QCOMPARE(QString::fromStdString(
                     OutputModel(infoOf(Task::BinaryClassification, 2)).postprocess(out)[0].text),
                 "no, yes");
    }
};

QTEST_GUILESS_MAIN(TestMetrics)
#include "tst_metrics.moc"
