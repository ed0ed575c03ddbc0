#include <limits>

#include <QtTest/QTest>

#include "class_samples.h"
#include "core/error.h"
#include "metric_stream.h"

using namespace core;

// The expected values are of scikit-learn 1.9.1: accuracy_score(target, predicted,
// sample_weight=w), precision_recall_fscore_support(target, predicted, average="macro" | "micro" |
// "weighted", zero_division=0, sample_weight=w), confusion_matrix, top_k_accuracy_score,
// exp(log_loss(target, softmax(scores))).
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Predicted 1 1 0 3 3 3 1 1 0 1 0 3: class 2 is never predicted, class 3 never wanted, class 4
// neither; the scores of the ninth tie.
Samples fewClasses(bool isWeighted) {
    const at::Tensor scores = torch::tensor({{0.0, 0.25, -3.25, -0.875, -5.5},
                                             {-1.0, 0.0, -1.625, -0.5, -5.625},
                                             {0.5, 0.375, -2.875, -0.875, -5.0},
                                             {0.5, 0.25, -2.0, 2.0, -4.0},
                                             {-1.875, -0.25, -4.25, 0.25, -4.875},
                                             {0.0, 0.5, -1.0, 3.0, -3.0},
                                             {-1.5, -0.5, -4.0, -0.75, -4.0},
                                             {-0.75, 0.0, -2.125, -0.625, -5.125},
                                             {1.25, 1.25, -1.0, 0.0, -3.0},
                                             {-1.5, 0.875, -2.875, -0.625, -3.0},
                                             {0.75, -1.25, -2.875, 0.625, -5.25},
                                             {0.625, -0.125, -2.375, 1.5, -5.625}},
                                            at::kDouble);
    const at::Tensor target = torch::tensor({0, 1, 2, 0, 1, 2, 0, 0, 1, 2, 1, 0}, at::kLong);
    const at::Tensor weight =
        torch::tensor({1.0, 2.0, 0.5, 1.0, 3.0, 1.0, 0.0, 1.5, 1.0, 0.25, 2.0, 1.0}, at::kDouble);
    return {scores, target, isWeighted ? weight : at::Tensor()};
}

} // namespace

class TestClassMetrics : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithScikitLearn_data() {
        QTest::addColumn<QString>("metric");
        QTest::addColumn<int>("samples"); // 0: few classes, 1: many, 2: yes and no
        QTest::addColumn<bool>("isWeighted");
        QTest::addColumn<double>("expected");
        const auto row = [](int samples, const char* metric, double plain, double weighted) {
            const char* names[] = {"few", "many", "yes and no"};
            QTest::addRow("%s, %s", metric, names[samples]) << metric << samples << false << plain;
            QTest::addRow("%s, %s, weighted", metric, names[samples])
                << metric << samples << true << weighted;
        };
        row(0, "accuracy", 0.08333333333333333, 0.14035087719298245);
        row(0, "precision", 0.05, 0.10526315789473684);
        row(0, "recall", 0.0625, 0.0625);
        row(0, "f1", 0.05555555555555555, 0.0784313725490196);
        row(0, "precision_micro", 0.08333333333333333, 0.14035087719298245);
        row(0, "recall_micro", 0.08333333333333333, 0.14035087719298245);
        row(0, "f1_micro", 0.08333333333333333, 0.14035087719298245);
        row(0, "precision_weighted", 0.06666666666666667, 0.2363804247460757);
        row(0, "recall_weighted", 0.08333333333333333, 0.14035087719298245);
        row(0, "f1_weighted", 0.07407407407407407, 0.1761265909872721);
        row(0, "top1", 0.08333333333333333, 0.14035087719298245);
        row(0, "top2", 0.5, 0.631578947368421);
        row(0, "top3", 0.75, 0.8771929824561403);
        row(0, "perplexity", 8.236348649926871, 5.679510589641922);
        row(1, "accuracy", 0.04980842911877394, 0.052496798975672214);
        row(1, "precision", 0.05348795593625477, 0.0552452667389108);
        row(1, "recall", 0.048613636363636366, 0.04965277777777778);
        row(1, "f1", 0.04812575904835109, 0.04675485033236544);
        row(1, "precision_weighted", 0.05609828410299819, 0.0578010229532615);
        row(1, "f1_weighted", 0.04970245821653473, 0.049501170159831506);
        row(1, "top5", 0.26053639846743293, 0.24327784891165172);
        row(1, "perplexity", 128.8193912330624, 133.24264484621648);
        row(2, "accuracy", 0.6666666666666666,
            0.65); // of all answers: targets and weights repeated
        row(2, "precision", 0.3333333333333333, 0.3333333333333333);
        row(2, "recall", 0.25, 0.2857142857142857);
        row(2, "f1", 0.2857142857142857, 0.3076923076923077);
        row(2, "precision_micro", 0.6, 0.8571428571428571);
        row(2, "recall_micro", 0.3333333333333333, 0.3870967741935484);
        row(2, "f1_micro", 0.42857142857142855, 0.5333333333333333);
        row(2, "precision_weighted", 0.4444444444444444, 0.45161290322580644);
        row(2, "recall_weighted", 0.3333333333333333, 0.3870967741935484);
        row(2, "f1_weighted", 0.38095238095238093, 0.41687344913151364);
    }

    void agreesWithScikitLearn() {
        QFETCH(QString, metric);
        QFETCH(int, samples);
        QFETCH(bool, isWeighted);
        QFETCH(double, expected);
        const Samples all = samples == 0   ? fewClasses(isWeighted)
                            : samples == 1 ? manyClasses(isWeighted)
                                           : threeAnswers(isWeighted);
        COMPARE_METRIC(metric.toStdString(), all, expected);
    }

    void t09_countsUnevenBatchesAsOne() {
        const Samples all = manyClasses(false).in(at::kFloat);
        for (const Cuts& cuts : {Cuts{256, 256}, Cuts{10, 256}, Cuts{}}) {
            MetricSet set;
            for (const Samples& batch : batchesOf(all, cuts)) {
                measure(set, "accuracy", batch);
                measure(set, "f1", batch);
            }
            QCOMPARE(valueOf(set, "accuracy"), 26.0 / 522.0);
            QVERIFY(std::abs(valueOf(set, "f1") - 0.04812575904835109) < 1e-12);
        }
    }

    // precision_recall_fscore_support([[1, 0], [0, 0], [1, 0]], [[1, 0], [1, 0], [0, 0]]): each
    // output counts, also one of which nothing is wanted and nothing predicted.
    void countsAnAnswerThatIsNeverYes() {
        const Samples all = {torch::tensor({{1.0, -1.0}, {1.0, -1.0}, {-1.0, -1.0}}),
                             torch::tensor({{1.0, 0.0}, {0.0, 0.0}, {1.0, 0.0}}),
                             {}};
        COMPARE_METRIC("precision", all, 0.25);
        COMPARE_METRIC("recall", all, 0.25);
        COMPARE_METRIC("f1", all, 0.25);
    }

    void makesAConfusionMatrix() {
        const auto matrixOf = [](const Samples& all) {
            MetricSet first, second;
            measure(first, "confusion_matrix", all.part(0, 5));
            measure(second, "confusion_matrix", all.part(5, 7));
            first.merge(second);
            return first.confusionMatrix();
        };
        const at::Tensor plain = torch::tensor(
            {{0, 3, 0, 2, 0}, {2, 1, 0, 1, 0}, {1, 1, 0, 1, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}});
        const at::Tensor weighted = torch::tensor({{0.0, 2.5, 0.0, 2.0, 0.0},
                                                   {3.0, 2.0, 0.0, 3.0, 0.0},
                                                   {0.5, 0.25, 0.0, 1.0, 0.0},
                                                   {0.0, 0.0, 0.0, 0.0, 0.0},
                                                   {0.0, 0.0, 0.0, 0.0, 0.0}});
        QVERIFY(matrixOf(fewClasses(false)).equal(plain.to(at::kDouble)));
        QVERIFY(matrixOf(fewClasses(true)).equal(weighted.to(at::kDouble)));
        MetricSet set;
        QVERIFY(!set.confusionMatrix().defined());
        measure(set, "confusion_matrix", fewClasses(false));
        QVERIFY(set.compute().empty());
    }

    void showsNanWhereAScoreIs() {
        Samples all = fewClasses(false);
        all.output[4][4] = kNan;
        for (const char* metric :
             {"accuracy", "precision", "recall_micro", "f1", "f1_weighted", "top3", "perplexity"})
            COMPARE_METRIC(metric, all, kNan);
        Samples answers = threeAnswers(false);
        answers.output[3][1] = kNan;
        for (const char* metric : {"accuracy", "precision", "recall", "f1_micro"})
            COMPARE_METRIC(metric, answers, kNan);
        MetricSet set;
        measure(set, "confusion_matrix", all);
        QVERIFY(std::isnan(set.confusionMatrix()[1][0].item<double>()));
        QCOMPARE(set.confusionMatrix()[0][1].item<double>(), 3.0);
    }

    void doesNotLookAtWhatHasNoWeight() {
        Samples all = fewClasses(true);
        all.output[6] = kNan;
        COMPARE_METRIC("accuracy", all, 0.14035087719298245);
        COMPARE_METRIC("perplexity", all, 5.679510589641922);
    }

    // As the targets of padding are, which the cross-entropy leaves out too.
    void leavesOutTargetsThatAreNoClass() {
        const Samples few = fewClasses(false);
        const Samples all = {at::cat({few.output, few.output.narrow(0, 0, 3)}),
                             at::cat({few.target, torch::tensor({-100, -1, 5}, at::kLong)}),
                             {}};
        COMPARE_METRIC("accuracy", all, 0.08333333333333333);
        COMPARE_METRIC("f1", all, 0.05555555555555555);
        COMPARE_METRIC("top2", all, 0.5);
        COMPARE_METRIC("perplexity", all, 8.236348649926871);
    }

    void countsEachTokenOfTexts() {
        const Samples few = fewClasses(true);
        const Samples texts = {few.output.view({4, 3, 5}), few.target.view({4, 3}),
                               few.weight.view({4, 3})};
        MetricSet set;
        for (const char* metric : {"accuracy", "perplexity", "f1"})
            measure(set, metric, texts);
        QVERIFY(std::abs(valueOf(set, "accuracy") - 0.14035087719298245) < 1e-12);
        QVERIFY(std::abs(valueOf(set, "perplexity") - 5.679510589641922) < 1e-12);
        QVERIFY(std::abs(valueOf(set, "f1") - 0.0784313725490196) < 1e-12);
    }

    void reportsNothingOfNoSamples() {
        MetricSet set;
        const Samples few = fewClasses(false);
        for (const char* metric : {"accuracy", "f1", "top2", "perplexity"}) {
            measure(set, metric, few.part(0, 0));
            measure(set, metric, {few.output, few.target.mul(0).sub(1), {}});
        }
        QVERIFY(set.compute().empty());
    }

    void refusesAnotherNumberOfClasses() {
        MetricSet set, other;
        const Samples few = fewClasses(false);
        measure(set, "f1", few);
        QVERIFY_EXCEPTION_THROWN(measure(set, "f1", {few.output.narrow(1, 0, 4), few.target, {}}),
                                 Error);
        QVERIFY_EXCEPTION_THROWN(measure(set, "f1", {few.output, few.target.narrow(0, 0, 3), {}}),
                                 Error);
        measure(other, "f1", {few.output.narrow(1, 0, 4), few.target, {}});
        QVERIFY_EXCEPTION_THROWN(set.merge(other), Error);
    }
};

QTEST_GUILESS_MAIN(TestClassMetrics)
#include "tst_class_metrics.moc"
