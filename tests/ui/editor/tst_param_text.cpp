#include <QtTest/QtTest>

#include "ui/editor/param_text.h"

namespace {

core::ParamSpec realSpec(bool isLog = false) {
    core::ParamSpec spec;
    spec.id = "lr";
    spec.label = "Learning rate";
    spec.type = core::ParamType::Real;
    spec.defaultValue = 0.001;
    spec.minimum = 0.0;
    spec.maximum = 10.0;
    spec.isLogScale = isLog;
    return spec;
}

core::ParamSpec intSpec() {
    core::ParamSpec spec;
    spec.id = "epochs";
    spec.type = core::ParamType::Int;
    spec.defaultValue = int64_t(20);
    spec.minimum = 1;
    spec.maximum = 100;
    return spec;
}

} // namespace

class TestParamText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsRealNumbers_data();
    void readsRealNumbers();
    void understandsADecimalCommaAndSaysSo();
    void saysWhatIsWrongWithTheRange();
    void readsWholeNumbersAndLists();
    void stepsByAFifthOfADecadeOnALogScale();
    void stepsStayInTheRange();
};

void TestParamText::readsRealNumbers_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isReadable");
    QTest::addColumn<double>("value");
    QTest::newRow("plain") << "0.5" << true << 0.5;
    QTest::newRow("exponent") << "3e-4" << true << 3e-4;
    QTest::newRow("spaces") << " 2 " << true << 2.0;
    QTest::newRow("comma") << "0,001" << true << 0.001;
    QTest::newRow("two commas") << "1,000,000" << false << 0.0;
    QTest::newRow("word") << "fast" << false << 0.0;
    QTest::newRow("empty") << "" << false << 0.0;
}

void TestParamText::readsRealNumbers() {
    QFETCH(QString, text);
    QFETCH(bool, isReadable);
    const ui::ParsedParam parsed = ui::parseParam(realSpec(), text);
    QCOMPARE(parsed.value.has_value(), isReadable);
    QCOMPARE(parsed.problem.isEmpty(), isReadable);
    if (isReadable) QTEST(std::get<double>(*parsed.value), "value");
}

void TestParamText::understandsADecimalCommaAndSaysSo() {
    QVERIFY(
        ui::parseParam(realSpec(), QStringLiteral("0,001")).hint.contains(QStringLiteral("0.001")));
    QVERIFY(ui::parseParam(realSpec(), QStringLiteral("0.001")).hint.isEmpty());
}

void TestParamText::saysWhatIsWrongWithTheRange() {
    const ui::ParsedParam parsed = ui::parseParam(realSpec(), QStringLiteral("11"));
    QVERIFY(parsed.value);
    QCOMPARE(parsed.problem, QStringLiteral("Must be between 0 and 10, not 11"));
}

void TestParamText::readsWholeNumbersAndLists() {
    QCOMPARE(std::get<int64_t>(*ui::parseParam(intSpec(), QStringLiteral("1e2")).value),
             int64_t(100));
    QVERIFY(!ui::parseParam(intSpec(), QStringLiteral("1.5")).value);
    core::ParamSpec list;
    list.type = core::ParamType::IntList;
    const auto parsed = ui::parseParam(list, QStringLiteral("[64; 32 16]"));
    QVERIFY(std::get<std::vector<int64_t>>(*parsed.value) == std::vector<int64_t>({64, 32, 16}));
    QVERIFY(!ui::parseParam(list, QStringLiteral("64, x")).value);
}

void TestParamText::stepsByAFifthOfADecadeOnALogScale() {
    core::ParamValue value = 0.001;
    for (int i = 0; i < 5; ++i)
        value = ui::steppedParam(realSpec(true), value, 1, false);
    QVERIFY(std::abs(std::get<double>(value) - 0.01) < 0.0002);
    QCOMPARE(std::get<double>(ui::steppedParam(realSpec(true), 0.001, -1, true)), 0.0001);
}

void TestParamText::stepsStayInTheRange() {
    QCOMPARE(std::get<int64_t>(ui::steppedParam(intSpec(), int64_t(1), -1, false)), int64_t(1));
    QCOMPARE(std::get<int64_t>(ui::steppedParam(intSpec(), int64_t(95), 1, true)), int64_t(100));
    QCOMPARE(std::get<double>(ui::steppedParam(realSpec(true), 9.0, 1, true)), 10.0);
}

QTEST_GUILESS_MAIN(TestParamText)
#include "tst_param_text.moc"
