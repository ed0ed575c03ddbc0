#include <limits>

#include <QtTest/QTest>

#include "class_samples.h"
#include "core/error.h"
#include "metric_stream.h"

using namespace core;

// The expected values are of scikit-learn 1.9.1: roc_auc_score(target, scores, sample_weight=w), of
// classes with the softmax of the scores and multi_class="ovr", average="macro" | "weighted"; and
// average_precision_score(target, scores, sample_weight=w).
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Samples yesAndNo(bool isWeighted) { // 0.25 and -0.5 score several
    return {torch::tensor({-1.5, 0.25, 0.25, 2.0, 0.25, 0.25, -0.5, -0.5, -2.0, 0.5}, at::kDouble),
            torch::tensor({0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0}, at::kDouble),
            isWeighted
                ? torch::tensor({1.0, 2.0, 1.0, 0.5, 3.0, 1.0, 1.0, 0.0, 0.25, 2.0}, at::kDouble)
                : at::Tensor()};
}

Samples threeClasses(bool isWeighted) {
    const at::Tensor scores = torch::tensor({{0.0, 0.25, -0.25},
                                             {-1.0, 0.0, 1.375},
                                             {0.5, 0.375, 0.125},
                                             {0.5, 0.25, 1.0},
                                             {-1.875, -0.25, -1.25},
                                             {0.0, 0.5, 2.0},
                                             {-1.5, -0.5, -1.0},
                                             {-0.75, 0.0, 0.875},
                                             {1.25, 1.25, 2.0},
                                             {-1.5, 0.875, 0.125},
                                             {0.75, -1.25, 0.125},
                                             {0.625, -0.125, 0.625}},
                                            at::kDouble);
    const at::Tensor weight =
        torch::tensor({1.0, 2.0, 0.5, 1.0, 3.0, 1.0, 0.0, 1.5, 1.0, 0.25, 2.0, 1.0}, at::kDouble);
    return {scores, torch::tensor({0, 1, 2, 0, 1, 2, 0, 0, 1, 2, 1, 0}, at::kLong),
            isWeighted ? weight : at::Tensor()};
}

Samples samplesOf(int number, bool isWeighted) {
    return number == 0   ? yesAndNo(isWeighted)
           : number == 1 ? threeClasses(isWeighted)
           : number == 2 ? threeAnswers(isWeighted)
                         : manyClasses(isWeighted);
}

} // namespace

class TestRanking : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithScikitLearn_data() {
        QTest::addColumn<QString>("metric");
        QTest::addColumn<int>("samples");
        QTest::addColumn<bool>("isWeighted");
        QTest::addColumn<double>("expected");
        const auto row = [](int samples, const char* metric, double plain, double weighted) {
            const char* names[] = {"yes and no with ties", "classes", "answers", "many classes"};
            QTest::addRow("%s, %s", metric, names[samples]) << metric << samples << false << plain;
            QTest::addRow("%s, %s, weighted", metric, names[samples])
                << metric << samples << true << weighted;
        };
        row(0, "auc", 0.8200000000000001, 0.7176470588235293);
        row(0, "average_precision", 0.7916666666666665, 0.793483709273183);
        row(1, "auc", 0.49219576719576713, 0.5701254917921584);
        row(1, "auc_weighted", 0.5099206349206349, 0.5376878092667566);
        row(1, "average_precision", 0.45529982363315696, 0.46854556270412634);
        row(2, "auc", 0.6124999999999999, 0.6795115995115996);
        row(2, "auc_weighted", 0.6518518518518519, 0.7308519437551695);
        row(2, "average_precision", 0.548941798941799, 0.6675744917850182);
        row(3, "auc", 0.49313189998193047, 0.49350949858286963);
        row(3, "auc_weighted", 0.4940916888293664, 0.49411455244817076);
        row(3, "average_precision", 0.054559246410351356, 0.05525524011514049);
    }

    void agreesWithScikitLearn() {
        QFETCH(QString, metric);
        QFETCH(int, samples);
        QFETCH(bool, isWeighted);
        QFETCH(double, expected);
        COMPARE_METRIC(metric.toStdString(), samplesOf(samples, isWeighted), expected);
    }

    // roc_auc_score is NaN too; average_precision_score says 0 without a positive.
    void hasNoValueOfOneClass() {
        const at::Tensor scores = torch::tensor({0.125, 0.25, 0.5});
        const Samples no = {scores, torch::zeros(3), {}}, yes = {scores, torch::ones(3), {}};
        COMPARE_METRIC("auc", no, kNan);
        COMPARE_METRIC("auc", yes, kNan);
        COMPARE_METRIC("average_precision", no, kNan);
        COMPARE_METRIC("average_precision", yes, 1.0);
        Samples classes = threeClasses(false);
        classes.target = classes.target.clamp(0, 1);
        COMPARE_METRIC("auc", classes, kNan);
        COMPARE_METRIC("auc_weighted", classes, kNan);
    }

    void showsNanWhereAScoreIs() {
        Samples all = yesAndNo(false);
        all.output[2] = kNan;
        COMPARE_METRIC("auc", all, kNan);
        COMPARE_METRIC("average_precision", all, kNan);
    }

    void doesNotLookAtWhatHasNoWeight() {
        Samples all = yesAndNo(true);
        all.output[7] = kNan;
        COMPARE_METRIC("auc", all, 0.7176470588235293);
    }

    void leavesOutTargetsThatAreNoClass() {
        const Samples three = threeClasses(false);
        const Samples all = {at::cat({three.output, three.output.narrow(0, 0, 2)}),
                             at::cat({three.target, torch::tensor({-100, 3}, at::kLong)}),
                             {}};
        COMPARE_METRIC("auc", all, 0.49219576719576713);
        COMPARE_METRIC("auc_weighted", all, 0.5099206349206349);
    }

    // What is kept must not follow tensors that are written over.
    void keepsACopyOfTheScores() {
        Samples all = yesAndNo(false).in(at::kFloat);
        MetricSet set;
        measure(set, "auc", all);
        all.output.zero_();
        all.target.zero_();
        QVERIFY(std::abs(valueOf(set, "auc") - 0.82) < 1e-12);
    }

    void reportsNothingOfNoSamples() {
        MetricSet set, other;
        measure(set, "auc", yesAndNo(false).part(0, 0));
        QVERIFY(set.compute().empty());
        set.merge(other);
        other.merge(set);
        measure(other, "auc", yesAndNo(false));
        QVERIFY(std::abs(valueOf(other, "auc") - 0.82) < 1e-12);
    }

    void refusesAnotherNumberOfClasses() {
        MetricSet set, other;
        measure(set, "auc", threeClasses(false));
        QVERIFY_EXCEPTION_THROWN(measure(set, "auc", manyClasses(false)), Error);
        measure(other, "auc", manyClasses(false));
        QVERIFY_EXCEPTION_THROWN(set.merge(other), Error);
    }
};

QTEST_GUILESS_MAIN(TestRanking)
#include "tst_ranking.moc"
