#include <cmath>
#include <limits>

#include <QtTest/QtTest>

#include "core/error.h"
#include "core/number_text.h"
#include "core/params.h"

using namespace core;

namespace {

ParamSpec spec(ParamType type, ParamValue value) {
    ParamSpec spec;
    spec.id.push_back('p');
    spec.type = type;
    spec.defaultValue = std::move(value);
    return spec;
}

} // namespace

class TestParams : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesTheAllowedRange_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("problem");
        QTest::newRow("inside") << 0.5 << "";
        QTest::newRow("at the inclusive end") << 1.0 << "";
        QTest::newRow("at the exclusive end") << 0.0 << "must be more than 0 and at most 1, not 0";
        QTest::newRow("above") << 1.5 << "must be more than 0 and at most 1, not 1.5";
        QTest::newRow("nan") << std::nan("") << "must be a number";
    }
    void namesTheAllowedRange() {
        QFETCH(double, value);
        QFETCH(QString, problem);
        ParamSpec real = spec(ParamType::Real, 0.5);
        real.minimum = 0.0;
        real.minimumIsExclusive = true;
        real.maximum = 1.0;
        QCOMPARE(QString::fromStdString(problemWith(real, value).value_or("")), problem);
    }

    void checksEveryNumberOfAList() {
        ParamSpec list = spec(ParamType::IntList, std::vector<int64_t>{});
        list.minimum = 1;
        QVERIFY(!problemWith(list, std::vector<int64_t>{}));
        QVERIFY(!problemWith(list, std::vector<int64_t>{64, 1}));
        QCOMPARE(problemWith(list, std::vector<int64_t>{64, 0}).value(),
                 std::string("each number must be at least 1, not 0"));
    }

    void namesTheChoices() {
        ParamSpec choice = spec(ParamType::Enum, std::string("cpu"));
        choice.choices = {"cpu", "cuda"};
        QVERIFY(!problemWith(choice, std::string("cuda")));
        QCOMPARE(problemWith(choice, std::string("tpu")).value(),
                 std::string("must be one of cpu, cuda, not \"tpu\""));
    }

    void refusesAValueOfAnotherType() {
        QVERIFY(problemWith(spec(ParamType::Bool, true), int64_t(1)));
        QVERIFY(problemWith(spec(ParamType::Int, int64_t(1)), 1.0));
        QVERIFY(problemWith(spec(ParamType::String, std::string()), true));
        QVERIFY(!problemWith(spec(ParamType::Real, 1.0), int64_t(1)));
    }

    void readsBackWhatItShows() {
        QCOMPARE(toText(ParamValue(0.1)), std::string("0.1"));
        QCOMPARE(toText(ParamValue(1e-5)), std::string("1e-5"));
        QCOMPARE(toText(ParamValue(1e6)), std::string("1000000"));
        QCOMPARE(toText(ParamValue(1e300)), std::string("1e300"));
        QCOMPARE(toText(ParamValue(true)), std::string("true"));
        QCOMPARE(toText(ParamValue(std::vector<int64_t>{64, 32})), std::string("64, 32"));
    }

    void writesNumbersInOneWay() {
        QCOMPARE(numberText(3e-4), std::string("3e-4"));
        QCOMPARE(numberText(-1.25e-10), std::string("-1.25e-10"));
        QCOMPARE(numberText(2.5e20), std::string("2.5e20"));
        QCOMPARE(numberText(0.234512, 4), std::string("0.2345"));
        QCOMPARE(numberText(0.0000123456, 3), std::string("1.23e-5"));
        QCOMPARE(numberText(-std::numeric_limits<double>::infinity(), 3), std::string("-inf"));
        QCOMPARE(shortExponent("1e+00"), std::string("1e0"));
        QCOMPARE(shortExponent("12.5"), std::string("12.5"));
    }

    void hasDefaultsForEverySpec() {
        Params params({spec(ParamType::Real, 0.5)});
        QCOMPARE(params.real("p"), 0.5);
        params.set("p", int64_t(2)); // becomes the real number
        QCOMPARE(params.real("p"), 2.0);
    }

    void throwsForAnUnknownIdOrAnotherType() {
        Params params({spec(ParamType::Real, 0.5)});
        QVERIFY_THROWS_EXCEPTION(Error, params.real("q"));
        QVERIFY_THROWS_EXCEPTION(Error, params.set("q", 1.0));
        QVERIFY_THROWS_EXCEPTION(Error, params.integer("p"));
        QVERIFY(params.find("q") == nullptr);
    }
};

QTEST_GUILESS_MAIN(TestParams)
#include "tst_params.moc"
