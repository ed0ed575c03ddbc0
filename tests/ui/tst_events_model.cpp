#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QtTest>

#include "ui/events_model.h"

class TestEventsModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listsEventsInTheOrderTheyCame();
    void colorsErrors();
};

namespace {

core::EventRow row(int64_t id, core::EventLevel level, const char* text) {
    return {id, 1000 * id, {1200 + id, level, "test", text}};
}

} // namespace

void TestEventsModel::listsEventsInTheOrderTheyCame() {
    ui::EventsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.append({row(1, core::EventLevel::Info, "first")});
    model.append({});
    model.append(
        {row(5, core::EventLevel::Info, "second"), row(6, core::EventLevel::Warning, "third")});
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.lastId(), int64_t(6));
    QCOMPARE(model.index(1, ui::EventsModel::TextColumn).data().toString(),
             QStringLiteral("second"));
    QCOMPARE(model.index(0, ui::EventsModel::StepColumn).data().toString(),
             QStringLiteral("1\u202f201"));
    model.clear();
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.lastId(), int64_t(0));
}

void TestEventsModel::colorsErrors() {
    ui::EventsModel model;
    model.append(
        {row(1, core::EventLevel::Info, "fine"), row(2, core::EventLevel::Error, "broken")});
    const auto ink = [&](int row) {
        return model.index(row, ui::EventsModel::TextColumn).data(Qt::ForegroundRole);
    };
    QVERIFY(!ink(0).isValid());
    QVERIFY(ink(1).isValid());
}

QTEST_MAIN(TestEventsModel)
#include "tst_events_model.moc"
