#include <cmath>

#include <QtTest/QTest>

#include "core/train/callbacks/throughput.h"
#include "tests/core/train/callbacks/callback_support.h"

using namespace core;
using namespace support;

class TestThroughput : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void logsSpeedAndWaiting() {
        Session session;
        SmallModel model(classInfo());
        session.train(model, list(std::make_unique<Throughput>(Throughput::Options())), 2);
        const auto samples = session.sink.values("samples_per_second");
        const auto steps = session.sink.values("steps_per_second");
        const auto waiting = session.sink.values("waiting_for_data");
        QVERIFY(!samples.empty());
        QCOMPARE(steps.size(), samples.size());
        QCOMPARE(waiting.size(), samples.size());
        for (size_t i = 0; i < samples.size(); ++i) {
            QVERIFY(steps[i] > 0.0);
            QVERIFY(std::abs(samples[i] / steps[i] - 4.0) < 1e-9); // batches of 4
            QVERIFY(waiting[i] > 0.0 && waiting[i] < 100.0);
        }
        QCOMPARE(session.sink.points["waiting_for_data"].back().step, 6);
    }
};

QTEST_GUILESS_MAIN(TestThroughput)
#include "tst_throughput.moc"
