// Learning rate schedules. Reference: torch.optim.lr_scheduler of PyTorch 1.13.0 on SGD(lr=1), the
// learning rate before each of 12 steps with scheduler.step() after each.
#include <cmath>

#include <QtTest/QTest>

#include "core/error.h"
#include "core/train/schedule_factory.h"
#include "train_support.h"

using namespace core;
using namespace support;

namespace {

Schedule made(const std::string& type, const Changes& changes = {}) {
    return makeSchedule(type, paramsOf(ComponentKind::Schedule, type, changes));
}

double factor(const Schedule& schedule, int64_t step, int64_t total) {
    return schedule({step, 0, 1, total});
}

} // namespace

class TestSchedules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithPyTorch_data() {
        QTest::addColumn<std::string>("type");
        QTest::addColumn<Changes>("changes");
        QTest::addColumn<std::vector<double>>("wanted");
        const auto row = [](const char* call, const char* type, const Changes& changes,
                            const std::vector<double>& wanted) {
            QTest::newRow(call) << std::string(type) << changes << wanted;
        };
        row("StepLR(step_size=3, gamma=0.5)", "step",
            {{"every", 3}, {"gamma", 0.5}, {"count", "steps"}},
            {1.0, 1.0, 1.0, 0.5, 0.5, 0.5, 0.25, 0.25, 0.25, 0.125, 0.125, 0.125});
        row("MultiStepLR(milestones=[2, 5, 9], gamma=0.1)", "multi_step",
            {{"milestones", std::vector<int64_t>{9, 2, 5}}, {"gamma", 0.1}, {"count", "steps"}},
            {1.0, 1.0, 0.1, 0.1, 0.1, 0.010000000000000002, 0.010000000000000002,
             0.010000000000000002, 0.010000000000000002, 0.0010000000000000002,
             0.0010000000000000002, 0.0010000000000000002});
        row("ExponentialLR(gamma=0.9)", "exponential", {{"gamma", 0.9}, {"count", "steps"}},
            {1.0, 0.9, 0.81, 0.7290000000000001, 0.6561000000000001, 0.5904900000000002,
             0.5314410000000002, 0.47829690000000014, 0.43046721000000016, 0.38742048900000015,
             0.34867844010000015, 0.31381059609000017});
        row("CosineAnnealingLR(T_max=11, eta_min=0.1)", "cosine", {{"final_factor", 0.1}},
            {1.0, 0.9817718381265239, 0.9285640897740316, 0.8446873302753785, 0.7369367558508491,
             0.6140416772229783, 0.4859583227770218, 0.36306324414915125, 0.25531266972462185,
             0.17143591022596855, 0.1182281618734762, 0.1});
        row("OneCycleLR(max_lr=1, total_steps=12, cycle_momentum=False)", "one_cycle", {},
            {0.040000000000000036, 0.3497896542195831, 0.8792851591221287, 0.9944154354509117,
             0.9330129698414117, 0.811745653949763, 0.6473789976951033, 0.46263710266697505,
             0.28306099820869923, 0.1334775301888306, 0.03456698742539522, 4e-06});
        row("OneCycleLR(max_lr=1, total_steps=12, anneal_strategy='linear', cycle_momentum=False)",
            "one_cycle", {{"shape", "linear"}},
            {0.04, 0.4092307692307693, 0.7784615384615386, 0.9523811428571428, 0.833334,
             0.7142868571428571, 0.5952397142857142, 0.4761925714285714, 0.3571454285714285,
             0.2380982857142857, 0.11905114285714291, 4.000000000004e-06});
        row("OneCycleLR(max_lr=1, total_steps=12, pct_start=0.5, div_factor=10, "
            "final_div_factor=100, cycle_momentum=False)",
            "one_cycle", {{"peak_at", 0.5}, {"initial_factor", 0.1}, {"final_factor", 0.001}},
            {0.09999999999999998, 0.18594235253127367, 0.41094235253127365, 0.6890576474687262,
             0.9140576474687263, 1.0, 0.9330796891903272, 0.75025, 0.5005, 0.2507500000000001,
             0.06792031080967287, 0.001});
        row("PolynomialLR(total_iters=11, power=2)", "polynomial", {{"power", 2.0}},
            {1.0, 0.8264462809917354, 0.6694214876033056, 0.5289256198347106, 0.40495867768595034,
             0.2975206611570247, 0.20661157024793386, 0.13223140495867766, 0.07438016528925617,
             0.033057851239669395, 0.008264462809917359, 0.0});
        row("PolynomialLR(total_iters=11, power=1)", "polynomial", {},
            {1.0, 0.9090909090909091, 0.8181818181818181, 0.7272727272727273, 0.6363636363636364,
             0.5454545454545454, 0.4545454545454546, 0.36363636363636365, 0.2727272727272727,
             0.18181818181818177, 0.09090909090909094, 0.0});
        row("SequentialLR([LinearLR(0.25, total_iters=3), CosineAnnealingLR(T_max=7)], "
            "milestones=[4])",
            "cosine", {{"warmup_steps", 4}},
            {0.25, 0.5, 0.75, 1.0, 1.0, 0.9504844339512095, 0.8117449009293668, 0.6112604669781572,
             0.38873953302184283, 0.18825509907063326, 0.04951556604879048, 0.0});
        row("SequentialLR([LinearLR(0.25, total_iters=3), ExponentialLR(0.9)], milestones=[4])",
            "exponential", {{"gamma", 0.9}, {"count", "steps"}, {"warmup_steps", 4}},
            {0.25, 0.5, 0.75, 1.0, 1.0, 0.9, 0.81, 0.7290000000000001, 0.6561000000000001,
             0.5904900000000002, 0.5314410000000002, 0.47829690000000014});
    }

    void agreesWithPyTorch() {
        QFETCH(std::string, type);
        QFETCH(Changes, changes);
        QFETCH(std::vector<double>, wanted);
        const Schedule schedule = made(type, changes);
        QCOMPARE(wanted.size(), size_t(12));
        for (int64_t step = 0; step < 12; ++step) {
            const double found = factor(schedule, step, 12);
            QVERIFY2(std::abs(found - wanted[static_cast<size_t>(step)]) < 1e-12,
                     qPrintable(QString("step %1: %2").arg(step).arg(found, 0, 'g', 17)));
        }
    }

    // The same numbers, advanced once in each epoch of five steps.
    void countsEpochsWhenAsked() {
        const Schedule step = made("step", {{"every", 3}, {"gamma", 0.5}});
        const Schedule milestones =
            made("multi_step", {{"milestones", std::vector<int64_t>{1, 1, 2}}, {"gamma", 0.1}});
        const Schedule exponential = made("exponential", {{"gamma", 0.9}, {"warmup_steps", 2}});
        for (int64_t k = 0; k < 60; ++k) {
            const ScheduleTime time = {k, k / 5, 12, 60};
            const auto epoch = static_cast<double>(k / 5);
            QCOMPARE(step(time), std::pow(0.5, std::floor(epoch / 3)));
            QCOMPARE(milestones(time), std::pow(0.1, epoch < 1 ? 0.0 : epoch < 2 ? 2.0 : 3.0));
            QCOMPARE(exponential(time), (k == 0 ? 0.5 : 1.0) * std::pow(0.9, epoch));
        }
    }

    void constantStays() {
        for (const char* type : {"constant", "plateau"}) // the latter's callback lowers it
            for (int64_t step : {0, 1, 99, 100000})
                QCOMPARE(factor(made(type), step, 100), 1.0);
    }

    void t12_warmsUpInAsManyStepsAsItSays() {
        const Catalog catalog({});
        for (const ComponentInfo* info : catalog.ofKind(ComponentKind::Schedule)) {
            const Schedule plain = made(info->id);
            const Schedule warm = made(info->id, {{"warmup_steps", 16}});
            const double first = factor(plain, 0, 100);
            for (int64_t step = 0; step < 16; ++step)
                QVERIFY(std::abs(factor(warm, step, 100) -
                                 first * static_cast<double>(step + 1) / 16) < 1e-12);
            // What comes after has the rest of the run for itself.
            for (int64_t step = 16; step < 100; ++step)
                QVERIFY(std::abs(factor(warm, step, 100) - factor(plain, step - 16, 84)) < 1e-12);
        }
    }

    void endsWithItsLengthAndStaysThere() {
        const Changes length = {{"length", 50}, {"warmup_steps", 10}};
        for (const char* type : {"cosine", "polynomial", "one_cycle"}) {
            const Schedule wanted = made(type, {{"warmup_steps", 10}});
            const Schedule found = made(type, length);
            for (int64_t step = 0; step < 50; ++step)
                QCOMPARE(factor(found, step, 1000), factor(wanted, step, 50));
            QCOMPARE(factor(found, 500, 1000), factor(found, 49, 1000));
        }
    }

    void goesByEpochsWhenTheStepsAreNotKnown() {
        for (const char* type : {"cosine", "polynomial"}) {
            const Schedule schedule = made(type);
            QCOMPARE(schedule({50, 0, 11, 0}), 1.0);
            QVERIFY(std::abs(schedule({80, 5, 11, 0}) - 0.5) < 1e-12);
            QVERIFY(std::abs(schedule({99, 10, 11, 0})) < 1e-12);
        }
    }

    void staysFiniteInTheShortestRuns() {
        const Catalog catalog({});
        for (const ComponentInfo* info : catalog.ofKind(ComponentKind::Schedule))
            for (int64_t total = 1; total < 5; ++total)
                for (int64_t step = 0; step < total + 2; ++step) {
                    const double found = factor(made(info->id), step, total);
                    QVERIFY2(found >= 0.0 && found <= 1.0, info->id.c_str());
                }
    }

    void namesWhatThereIs() {
        try {
            makeSchedule("linear", Params());
            QFAIL("It was accepted");
        } catch (const Error& error) {
            QVERIFY2(QString(error.what()).contains("linear; there is constant, cosine, "),
                     error.what());
        }
    }
};

QTEST_GUILESS_MAIN(TestSchedules)
#include "tst_schedules.moc"
