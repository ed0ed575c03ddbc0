#include <QtTest/QTest>

#include "core/train/callbacks/system_monitor.h"
#include "tests/core/train/callbacks/callback_support.h"

using namespace core;
using namespace support;

class TestSystemMonitor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void logsProcessorsAndMemory() {
        Session session;
        SmallModel model(classInfo());
        session.train(model, list(std::make_unique<SystemMonitor>(SystemMonitor::Options())), 2);
        const auto cpu = session.sink.values("system/cpu");
        const auto memory = session.sink.values("system/memory");
        QVERIFY(!cpu.empty());
        QCOMPARE(memory.size(), cpu.size());
        QVERIFY(cpu.back() >= 0.0 && cpu.back() <= 100.0);
        QVERIFY2(memory.back() > 10.0 && memory.back() < 1e6, // LibTorch alone is larger
                 qPrintable(QString::number(memory.back())));
        for (const SeriesKey& key : session.sink.keys)
            QVERIFY(key.tag != "system/gpu"); // trained on the CPU
    }

    void sharesAreSinceTheLastSample() {
        ProcessUsage usage;
        QVERIFY(!usage.sample());
        QVERIFY(usage.sample());
    }

    void readsAGpuWhenThereIsOne() {
        const GpuUsage none(1 << 20);
        QVERIFY(!none.isAvailable());
        QVERIFY(!none.sample());
        const GpuUsage first(0);
        if (!first.isAvailable()) QSKIP("This machine has no NVIDIA driver");
        const auto sample = first.sample();
        QVERIFY(sample);
        QVERIFY(sample->loadPercent >= 0.0 && sample->loadPercent <= 100.0);
        QVERIFY(sample->usedBytes > 0);
    }
};

QTEST_GUILESS_MAIN(TestSystemMonitor)
#include "tst_system_monitor.moc"
