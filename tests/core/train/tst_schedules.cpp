#include <cmath>

#include <QtTest/QTest>

#include "core/error.h"
#include "core/train/optimizer_factory.h"
#include "core/train/schedule_factory.h"

using namespace core;

namespace {

ParamSpec spec(const char* id, ParamType type, ParamValue value) {
    ParamSpec spec;
    spec.id = id;
    spec.type = type;
    spec.defaultValue = std::move(value);
    return spec;
}

Params scheduleParams(int64_t warmup, double final) {
    return Params({spec("warmup_steps", ParamType::Int, warmup),
                   spec("final_factor", ParamType::Real, final)});
}

double factor(const Schedule& schedule, int64_t step, int64_t total) {
    return schedule({step, 0, 1, total});
}

} // namespace

class TestSchedules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void constantStays() {
        const Schedule schedule = makeSchedule("constant", scheduleParams(0, 0));
        for (int64_t step : {0, 1, 99, 100000})
            QCOMPARE(factor(schedule, step, 100), 1.0);
    }

    void t12_warmsUpInAsManyStepsAsItSays() {
        for (const char* name : {"constant", "cosine"}) {
            const Schedule schedule = makeSchedule(name, scheduleParams(16, 0));
            for (int64_t step = 0; step < 16; ++step)
                QCOMPARE(factor(schedule, step, 100), static_cast<double>(step + 1) / 16);
            QCOMPARE(factor(schedule, 16, 100), 1.0);
        }
    }

    // Loshchilov & Hutter 2017, equation 5.
    void cosineFollowsItsFormula() {
        const Schedule schedule = makeSchedule("cosine", scheduleParams(0, 0.1));
        for (int64_t step = 0; step < 101; ++step) {
            const double wanted = 0.1 + 0.9 * 0.5 * (1.0 + std::cos(std::acos(-1.0) * step / 100));
            QVERIFY(std::abs(factor(schedule, step, 101) - wanted) < 1e-12);
        }
        QVERIFY(std::abs(factor(schedule, 100, 101) - 0.1) < 1e-12); // the last step
        QVERIFY(std::abs(factor(schedule, 500, 101) - 0.1) < 1e-12); // and beyond
    }

    void cosineFallsByEpochsWhenTheStepsAreNotKnown() {
        const Schedule schedule = makeSchedule("cosine", scheduleParams(0, 0.0));
        QCOMPARE(schedule({50, 0, 11, 0}), 1.0);
        QVERIFY(std::abs(schedule({80, 5, 11, 0}) - 0.5) < 1e-12);
        QVERIFY(std::abs(schedule({99, 10, 11, 0})) < 1e-12);
    }

    void namesWhatThereIs() {
        QVERIFY_EXCEPTION_THROWN(makeSchedule("linear", scheduleParams(0, 0)), Error);
        QVERIFY_EXCEPTION_THROWN(makeOptimizer("lion", Params(), {}), Error);
    }

    void refusesNesterovWithoutMomentum() {
        const Params params(
            {spec("lr", ParamType::Real, 0.1), spec("momentum", ParamType::Real, 0.0),
             spec("dampening", ParamType::Real, 0.0), spec("weight_decay", ParamType::Real, 0.0),
             spec("nesterov", ParamType::Bool, true)});
        try {
            makeOptimizer("sgd", params, {torch::ones({1})});
            QFAIL("It was accepted");
        } catch (const Error& error) {
            QVERIFY(QString(error.what()).contains("optimizer.nesterov"));
        }
    }
};

QTEST_GUILESS_MAIN(TestSchedules)
#include "tst_schedules.moc"
