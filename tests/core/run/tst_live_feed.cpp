#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

#include <QtCore/QElapsedTimer>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <SQLiteCpp/SQLiteCpp.h>

#include "core/error.h"
#include "core/run/live_feed.h"
#include "core/run/run_control.h"
#include "core/store/store.h"
#include "tests/support/full_disk.h"

using namespace core;

class TestLiveFeed : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Store> m_store;
    std::string m_run;
    std::mutex m_mutex;
    std::string m_trouble;
    std::atomic<int> m_recoveries = 0;

    std::string folder() const { return m_folder.path().toStdString(); }
    std::unique_ptr<LiveFeed> feed(LiveFeed::Listener listener = {},
                                   const RunControl* control = nullptr) {
        listener.troubled = [this](const std::string& message) {
            const std::lock_guard lock(m_mutex);
            m_trouble = message;
        };
        listener.recovered = [this] { ++m_recoveries; };
        return std::make_unique<LiveFeed>(folder(), m_run, std::move(listener), 0, control);
    }
    QString trouble() {
        const std::lock_guard lock(m_mutex);
        return QString::fromStdString(m_trouble);
    }
    static ScalarPoint point(SeriesId series, int64_t step) {
        return {series, step, 1000 + step, 0.1, static_cast<double>(step)};
    }
    std::vector<PointRow> rows(size_t series = 0) {
        return m_store->points(m_store->series(m_run).at(series).id, 0, 1 << 30);
    }

private Q_SLOTS:
    void init() {
        m_folder = QTemporaryDir();
        m_store = std::make_unique<Store>(folder());
        m_run = m_store->insertRun({}).id;
        m_trouble.clear();
        m_recoveries = 0;
    }
    void cleanup() { m_store.reset(); }

    void writesEveryPointInOrder() {
        constexpr int64_t count = 50000;
        {
            const auto sink = feed();
            std::thread training([&] {
                const SeriesId train = sink->series({"loss/train", "", Direction::Minimize});
                const SeriesId val = sink->series({"loss/val", "", Direction::Minimize});
                for (int64_t step = 1; step <= count; ++step) {
                    sink->scalar(point(train, step));
                    if (step % 10 == 0) sink->scalar(point(val, step));
                }
            });
            training.join();
        }
        const auto train = rows(0);
        QCOMPARE(train.size(), size_t(count));
        for (int64_t i = 0; i < count; ++i)
            if (train[i].seq != i + 1 || train[i].step != i + 1) QFAIL("out of order");
        QCOMPARE(rows(1).size(), size_t(count / 10));
        QCOMPARE(m_store->segments(m_run).size(), size_t(1));
    }

    void givesTheSameIdForTheSameTag() {
        const auto sink = feed();
        const SeriesId id = sink->series({"loss/train", "", Direction::Minimize});
        QCOMPARE(sink->series({"loss/train", "", Direction::Minimize}), id);
        QVERIFY(sink->series({"loss/val", "", Direction::Minimize}) != id);
    }

    void hasWrittenEverythingWhenFlushReturns() {
        const auto sink = feed();
        const SeriesId id = sink->series({"loss/train", "", Direction::Minimize});
        for (int round = 1; round <= 5; ++round) {
            for (int64_t i = 1; i <= 100; ++i)
                sink->scalar(point(id, i));
            sink->flush();
            QCOMPARE(rows().size(), size_t(round * 100));
            QCOMPARE(sink->waitingCount(), 0);
        }
    }

    void showsPointsWithoutBeingFlushed() {
        const auto sink = feed();
        const SeriesId id = sink->series({"loss/train", "", Direction::Minimize});
        sink->scalar(point(id, 1));
        QElapsedTimer timer;
        timer.start();
        QTRY_VERIFY(!m_store->series(m_run).empty() && rows().size() == 1);
        QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
    }

    void takesANumberInUnderAMicrosecond() {
        const auto sink = feed();
        const SeriesId id = sink->series({"loss/train", "", Direction::Minimize});
        sink->scalar(point(id, 1));
        QElapsedTimer timer;
        timer.start();
        for (int64_t step = 2; step <= 20000; ++step)
            sink->scalar(point(id, step));
        const double each = static_cast<double>(timer.nsecsElapsed()) / 20000;
        qInfo("%.0f ns a number", each);
#ifndef __SANITIZE_THREAD__
        QVERIFY(each < 5000); // a loaded machine
#endif
    }

    void keepsTheOrderOfSegmentsAndPoints() {
        {
            const auto sink = feed();
            const SeriesId id = sink->series({"loss/train", "", Direction::Minimize});
            sink->segmentStarted(0);
            for (int64_t step = 1; step <= 5; ++step)
                sink->scalar(point(id, step));
            sink->segmentStarted(3);
            for (int64_t step = 4; step <= 6; ++step)
                sink->scalar(point(id, step));
        }
        const auto points = rows();
        QCOMPARE(points.size(), size_t(8));
        QCOMPARE(points[4].segment, 1);
        QCOMPARE(points[5].segment, 2);
        QCOMPARE(m_store->segments(m_run).at(0).cutStep.value(), 3);
        QCOMPARE(m_store->metrics(m_run).at(0).count, 6);
    }

    void keepsEventsConsoleAndCheckpoints() {
        {
            const auto sink = feed();
            sink->event({7, EventLevel::Warning, "nan", "loss became NaN"});
            sink->logLine("first");
            sink->logLine("second");
            sink->checkpointSaved({7, 1, "artifacts/a", 3, "sha", true, 0.5});
            sink->checkpointSaved({8, 1, "artifacts/b", 3, "sha", false, 0.5});
            sink->checkpointRemoved("artifacts/a");
        }
        QCOMPARE(m_store->events(m_run, 0).at(0).event.text, std::string("loss became NaN"));
        QCOMPARE(m_store->log(m_run, 0).size(), size_t(2));
        QCOMPARE(m_store->checkpoints(m_run).size(), size_t(1));
        QFile log(QString::fromStdString(folder() + "/artifacts/" + m_run + "/log.txt"));
        QVERIFY(log.open(QIODevice::ReadOnly));
        QCOMPARE(log.readAll(), QByteArray("first\nsecond\n"));
    }

    void leavesTheCountersOfTheLastSessionUntilTrainingStarts() {
        m_store->updateRun(m_run, [](RunRecord& run) { run.step = 500; });
        std::atomic<int> told = 0;
        std::atomic<int> started = 0;
        LiveFeed::Listener listener;
        listener.progressed = [&](const Progress&) { ++told; };
        listener.trainingStarted = [&] { ++started; };
        const auto sink = feed(std::move(listener));
        Progress progress;
        progress.phase = "Loading data";
        sink->progress(progress);
        sink->flush();
        QTRY_COMPARE(told.load(), 1);
        QCOMPARE(m_store->run(m_run)->step, 500);
        progress.phase = "Training";
        progress.step = 501;
        sink->progress(progress);
        sink->flush();
        QCOMPARE(m_store->run(m_run)->step, 501);
        QCOMPARE(started.load(), 1);
    }

    void tellsAtMostTenTimesASecond() {
        std::atomic<int> written = 0;
        LiveFeed::Listener listener;
        listener.written = [&] { ++written; };
        const auto sink = feed(std::move(listener));
        const SeriesId id = sink->series({"loss/train", "", Direction::Minimize});
        QElapsedTimer timer;
        timer.start();
        for (int64_t step = 1; timer.elapsed() < 500; ++step) {
            sink->scalar(point(id, step));
            if (step % 1000 == 0) sink->flush();
        }
        QVERIFY2(written <= timer.elapsed() / 100 + 1 && written >= 1,
                 qPrintable(QString::number(written)));
    }

    void growsAndWarnsOnceWhenTheDatabaseIsSlow() {
        constexpr int64_t count = 100000;
        {
            SQLite::Database other(folder() + "/runs.db", SQLite::OPEN_READWRITE, 5000);
            other.exec("BEGIN IMMEDIATE"); // for less than the 5 s that the writer waits
            const auto sink = feed();
            const SeriesId id = sink->series({"loss/train", "", Direction::Minimize});
            for (int64_t step = 1; step <= count; ++step)
                sink->scalar(point(id, step));
            QCOMPARE(sink->waitingCount(), count);
            other.exec("ROLLBACK");
        }
        QCOMPARE(rows().size(), size_t(count));
        size_t warnings = 0;
        for (const EventRow& row : m_store->events(m_run, 0))
            warnings += row.event.kind == "queue";
        QCOMPARE(warnings, size_t(1));
    }

    void keepsPointsInMemoryWhileTheDiskIsFull() {
        const auto sink = feed();
        const SeriesId id = sink->series({"loss/train", "", Direction::Minimize});
        sink->scalar(point(id, 1));
        sink->flush();
        {
            const test::FullDisk full(4096);
            for (int64_t step = 2; step <= 5000; ++step)
                sink->scalar(point(id, step));
            QTRY_VERIFY(trouble().contains("runs.db"));
            QVERIFY2(trouble().contains("values wait in memory"), qPrintable(trouble()));
            QVERIFY(sink->waitingCount() > 0);
        }
        sink->flush();
        QCOMPARE(rows().size(), size_t(5000));
        QCOMPARE(rows().back().step, 5000);
        QCOMPARE(m_recoveries.load(), 1);
        QCOMPARE(m_store->metrics(m_run).at(0).count, 5000);
    }

    void keepsTheTrainingWaitingWhileTheDiskIsFull() {
        const RunControl control;
        const auto sink = feed({}, &control);
        const SeriesId id = sink->series({"loss/train", "", Direction::Minimize});
        std::optional<test::FullDisk> full(4096);
        sink->scalar(point(id, 1));
        QTRY_VERIFY(trouble().contains("Training waits"));
        int recoveriesBefore = -1;
        std::thread training([&] {
            sink->progress({});
            recoveriesBefore = m_recoveries;
        });
        full.reset();
        training.join();
        QCOMPARE(recoveriesBefore, 1);
        sink->flush();
        QCOMPARE(rows().size(), size_t(1));
    }

    void letsTheTrainingEndWhileTheDiskIsFull() {
        RunControl control;
        const auto sink = feed({}, &control);
        const SeriesId id = sink->series({"loss/train", "", Direction::Minimize});
        std::optional<test::FullDisk> full(4096);
        sink->scalar(point(id, 1));
        QTRY_VERIFY(!trouble().isEmpty());
        control.stop();
        sink->progress({});
        QCOMPARE(m_recoveries.load(), 0); // it is still full
        full.reset();
        sink->flush();
        QCOMPARE(rows().size(), size_t(1));
    }

    void tellsWhatTheEndOfTheRunWaitsFor() {
        const RunControl control;
        const auto sink = feed({}, &control);
        QVERIFY(sink->waitToRetry("Cannot write the checkpoint: no space"));
        QTRY_VERIFY(trouble().contains("Cannot write the checkpoint: no space"));
        QCOMPARE(m_recoveries.load(), 0);
        sink->checkpointSaved({7, 1, "artifacts/a", 3, "sha", true, 0.5});
        QTRY_COMPARE(m_recoveries.load(), 1);
    }

    void doesNotWaitForWhatComesAfterTheProgram() {
        RunControl control;
        auto sink = feed({}, &control);
        const SeriesId id = sink->series({"loss/train", "", Direction::Minimize});
        const test::FullDisk full(4096);
        sink->scalar(point(id, 1));
        QTRY_VERIFY(!trouble().isEmpty());
        control.giveUp();
        QVERIFY(!sink->waitToRetry("Cannot write the checkpoint"));
        QVERIFY_THROWS_EXCEPTION(Error, sink->flush());
        sink.reset();
        QVERIFY2(trouble().contains("1 values are lost"), qPrintable(trouble()));
    }

    // Nothing to write but the sign of life: that it is refused is trouble, and stays trouble.
    void isNotOverATroubleBecauseThereIsNothingToWrite() {
        std::atomic<int> troubles = 0;
        LiveFeed::Listener listener;
        listener.troubled = [&](const std::string&) { ++troubles; };
        listener.recovered = [&] { ++m_recoveries; };
        const LiveFeed sink(folder(), m_run, listener);
        {
            const test::FullDisk full(4096);
            QTRY_VERIFY_WITH_TIMEOUT(troubles >= 2, 10000);
            QCOMPARE(m_recoveries.load(), 0);
        }
        QTRY_COMPARE(m_recoveries.load(), 1);
    }

    void throwsFromFlushWhenTheDatabaseRefusesForGood() {
        SQLite::Database(folder() + "/runs.db", SQLite::OPEN_READWRITE, 5000)
            .exec(
                "CREATE TRIGGER refuse BEFORE INSERT ON point "
                "BEGIN SELECT RAISE(ABORT, 'no'); END");
        const auto sink = feed();
        const SeriesId id = sink->series({"loss/train", "", Direction::Minimize});
        sink->scalar(point(id, 1));
        QVERIFY_THROWS_EXCEPTION(Error, sink->flush());
        QVERIFY(trouble().contains("runs.db"));
        // So that a run ends soon instead of training on for nothing.
        QVERIFY_THROWS_EXCEPTION(Error, sink->scalar(point(id, 2)));
        QVERIFY_THROWS_EXCEPTION(Error, sink->progress({}));
        QVERIFY_THROWS_EXCEPTION(Error, sink->flush());
    }

    void throwsFromFlushWhenTheRunIsDeleted() {
        const auto sink = feed();
        const SeriesId id = sink->series({"loss/train", "", Direction::Minimize});
        sink->scalar(point(id, 1));
        sink->flush();
        m_store->removeRun(m_run);
        const auto goOn = [&] {
            sink->scalar(point(id, 2));
            sink->flush();
        };
        QVERIFY_THROWS_EXCEPTION(Error, goOn());
        QVERIFY2(trouble().contains("deleted"), qPrintable(trouble()));
    }

    void hearsOfRequestsThatOthersPutIntoTheRow() {
        std::atomic<int> stops = 0;
        std::atomic<int> checkpoints = 0;
        LiveFeed::Listener listener;
        listener.stateRequested = [&](RunState state) { stops += state == RunState::Stopping; };
        listener.checkpointRequested = [&] { ++checkpoints; };
        const auto sink = feed(std::move(listener));
        m_store->updateRun(m_run, [](RunRecord& run) { run.request = "checkpoint"; });
        QTRY_COMPARE(checkpoints.load(), 1);
        QVERIFY(m_store->run(m_run)->request.empty());
        m_store->changeState(m_run, RunState::Stopping, "");
        QTRY_COMPARE(stops.load(), 1);
    }

    void takesItsRunBackFromOneThatThoughtItDead() {
        const auto sink = feed();
        m_store->changeState(m_run, RunState::Interrupted, "Ended unexpectedly");
        QTRY_COMPARE(m_store->run(m_run)->state, RunState::Running);
    }

    void beatsEveryTwoSecondsWhenThereIsNothingToWrite() {
        const auto sink = feed();
        QTRY_VERIFY_WITH_TIMEOUT(m_store->run(m_run)->heartbeatMs > 0, 4000);
    }
};

QTEST_GUILESS_MAIN(TestLiveFeed)
#include "tst_live_feed.moc"
