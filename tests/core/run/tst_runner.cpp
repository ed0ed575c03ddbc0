#include <SQLiteCpp/SQLiteCpp.h>
#include <QtCore/QTimer>
#include <QtTest/QSignalSpy>
#include <QtTest/QtTest>

#include "core/run/runner.h"
#include "tests/support/full_disk.h"
#include "tests/support/workspace.h"

using namespace core;

namespace {

#ifdef __SANITIZE_THREAD__
constexpr int kManyPoints = 2000; // each step through the lock-free queue costs it a millisecond
#else
constexpr int kManyPoints = 200000;
#endif

} // namespace

class TestRunner : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<test::Workspace> m_space;
    std::unique_ptr<Runner> m_runner;

    QString add(const std::string& behave, int points = 10) {
        return m_runner->createRun(m_space->config(behave, points));
    }
    RunState state(const QString& id) { return m_space->state(id.toStdString()); }
    // A run that logs three values and then waits for a request.
    QString startWaiting() {
        const QString id = add("wait", 3);
        m_runner->start(id);
        [&] { QTRY_COMPARE(state(id), RunState::Running); }();
        return id;
    }
    size_t refusals(const QString& id) { return m_space->eventCount(id.toStdString(), "refused"); }

private Q_SLOTS:
    void init() {
        m_space = std::make_unique<test::Workspace>();
        m_runner = std::make_unique<Runner>(m_space->store, m_space->catalog,
                                            QString::fromStdString(m_space->enginePath));
    }
    void cleanup() {
        m_runner.reset();
        m_space.reset();
    }

    void runsADraftToItsEnd() {
        QSignalSpy changed(m_runner.get(), &Runner::runChanged);
        QSignalSpy written(m_runner.get(), &Runner::resultsWritten);
        QSignalSpy progressed(m_runner.get(), &Runner::progressed);
        QSignalSpy ready(m_runner.get(), &Runner::engineReady);
        QSignalSpy idle(m_runner.get(), &Runner::idle);
        const QString id = add("");
        QCOMPARE(state(id), RunState::Draft);
        m_runner->start(id);
        QTRY_COMPARE(idle.count(), 1);
        QCOMPARE(state(id), RunState::Finished);
        QVERIFY(changed.count() >= 4); // created, queued, ..., finished
        QVERIFY(written.count() >= 1);
        QCOMPARE(written.last().at(0).toString(), id);
        QVERIFY(progressed.count() >= 1);
        QCOMPARE(progressed.last().at(1).value<Progress>().step, 10);
        QCOMPARE(ready.count(), 1);
        QCOMPARE(ready.at(0).at(0).toString(), "fake 1.0");
        QVERIFY(!m_runner->isBusy());
        QVERIFY(m_runner->activeRun().isEmpty());
    }

    void tellsItsNewsInTheGuiThread() {
        const QThread* seenIn = nullptr;
        connect(m_runner.get(), &Runner::progressed, this,
                [&] { seenIn = QThread::currentThread(); });
        m_runner->start(add(""));
        QTRY_VERIFY(seenIn);
        QCOMPARE(seenIn, thread());
    }

    void pausesAndResumes() {
        const QString id = startWaiting();
        m_runner->pause(id);
        QVERIFY(state(id) == RunState::Pausing || state(id) == RunState::Paused);
        QTRY_COMPARE(state(id), RunState::Paused);
        QTRY_VERIFY(!m_runner->isBusy());
        m_runner->resume(id);
        QTRY_COMPARE(state(id), RunState::Running);
        m_runner->stop(id);
        QTRY_COMPARE(state(id), RunState::Stopped);
        QCOMPARE(m_space->eventCount(id.toStdString(), "resumed"), size_t(1));
        const std::vector<int64_t> steps = {1, 2, 3};
        QCOMPARE(m_space->liveSteps(id.toStdString()), steps);
    }

    void stopsAPausedRunWithoutStartingIt() {
        const QString id = startWaiting();
        m_runner->pause(id);
        QTRY_COMPARE(state(id), RunState::Paused);
        m_runner->stop(id);
        QCOMPARE(state(id), RunState::Stopped);
    }

    void makesACheckpointWhenAsked() {
        const QString id = startWaiting();
        QCOMPARE(m_space->store.checkpoints(id.toStdString()).size(), size_t(0));
        m_runner->checkpointNow(id);
        QTRY_COMPARE(m_space->store.checkpoints(id.toStdString()).size(), size_t(1));
        QCOMPARE(state(id), RunState::Running);
    }

    void runsOneAfterTheOther() {
        const QString first = startWaiting();
        const QString second = add("");
        const QString third = add("");
        m_runner->start(second);
        m_runner->start(third);
        QCOMPARE(state(second), RunState::Queued);
        QCOMPARE(m_runner->activeRun(), first);
        QCOMPARE(m_runner->queuePosition(second), 1);
        QCOMPARE(m_runner->queuePosition(third), 2);
        m_runner->start(third); // run now: next in turn
        QCOMPARE(m_runner->queuePosition(third), 1);
        m_runner->stop(first);
        QTRY_COMPARE(state(second), RunState::Finished);
        QCOMPARE(state(third), RunState::Finished);
        const auto rows = m_space->store.runs();
        QVERIFY(m_space->store.run(third.toStdString())->startedMs <=
                m_space->store.run(second.toStdString())->startedMs);
    }

    void makesAQueuedRunADraftAgain() {
        const QString first = startWaiting();
        const QString second = add("");
        m_runner->start(second);
        m_runner->stop(second);
        QCOMPARE(state(second), RunState::Draft);
        QCOMPARE(m_runner->queuePosition(second), 0);
        m_runner->stop(first);
        QTRY_VERIFY(!m_runner->isBusy());
        QCOMPARE(state(second), RunState::Draft);
    }

    void trainsAFinishedRunOn() {
        const QString id = add("", 5);
        m_runner->start(id);
        QTRY_COMPARE(state(id), RunState::Finished);
        m_runner->resume(id, 2);
        QTRY_COMPARE(state(id), RunState::Finished);
        const RunRecord run = m_space->store.run(id.toStdString()).value();
        QTRY_COMPARE(m_space->store.run(id.toStdString())->step, 15);
        QCOMPARE(run.epochCount, 3);
    }

    void goesOnAfterARunThatFails() {
        const QString bad = add("throw int");
        const QString good = add("");
        m_runner->start(bad);
        m_runner->start(good);
        QTRY_COMPARE(state(good), RunState::Finished);
        QCOMPARE(state(bad), RunState::Failed);
    }

    void refusesWhatTheStateDoesNotAllow() {
        const QString id = add("");
        m_runner->pause(id);
        m_runner->resume(id);
        m_runner->stop(id);
        m_runner->checkpointNow(id);
        QCOMPARE(state(id), RunState::Draft);
        QCOMPARE(refusals(id), size_t(4));
        m_runner->start(id);
        QTRY_COMPARE(state(id), RunState::Finished);
        m_runner->start(id);
        QCOMPARE(refusals(id), size_t(5));
    }

    void saysWhenThereIsNoSuchRun() {
        QSignalSpy troubled(m_runner.get(), &Runner::troubled);
        m_runner->start("no such id");
        QCOMPARE(troubled.count(), 1);
    }

    void changesADraftOnly() {
        const QString id = add("", 3);
        RunConfig config = m_space->config("", 7);
        config.name = "renamed";
        m_runner->updateDraft(id, config);
        QCOMPARE(m_space->store.run(id.toStdString())->name, std::string("renamed"));
        m_runner->start(id);
        QTRY_COMPARE(state(id), RunState::Finished);
        QCOMPARE(m_space->store.run(id.toStdString())->step, 7);
        const std::string before = m_space->store.run(id.toStdString())->configHash;
        m_runner->updateDraft(id, m_space->config("", 9));
        QCOMPARE(m_space->store.run(id.toStdString())->configHash, before);
    }

    void pausesWhatRunsWhenItIsDestroyed() {
        const QString active = startWaiting();
        const QString queued = add("");
        m_runner->start(queued);
        m_runner.reset();
        QCOMPARE(state(active), RunState::Paused);
        QCOMPARE(state(queued), RunState::Queued); // its turn comes when it is started again
        QCOMPARE(m_space->store.checkpoints(active.toStdString()).size(), size_t(1));
    }

    void canBeDestroyedWhileARunStarts() {
        const QString id = add("wait", 3);
        m_runner->start(id);
        m_runner.reset();
        QVERIFY(state(id) == RunState::Paused || state(id) == RunState::Queued);
    }

    void pausesAllAndStopsAll() {
        const QString first = startWaiting();
        const QString second = add("");
        m_runner->start(second);
        m_runner->pauseAll();
        QTRY_COMPARE(state(first), RunState::Paused);
        QCOMPARE(state(second), RunState::Queued);
        QTRY_VERIFY(!m_runner->isBusy());

        m_runner->resume(first);
        m_runner->start(second);
        QTRY_COMPARE(state(first), RunState::Running);
        m_runner->stopAll();
        QTRY_COMPARE(state(first), RunState::Stopped);
        QCOMPARE(state(second), RunState::Draft);
    }

    void stopsARunOfAnotherProgramThroughItsRow() {
        const QString id = add("wait", 3);
        Runner other(m_space->store, m_space->catalog, QString::fromStdString(m_space->enginePath));
        other.start(id);
        QTRY_COMPARE(state(id), RunState::Running);
        m_runner->checkpointNow(id);
        QTRY_COMPARE(m_space->store.checkpoints(id.toStdString()).size(), size_t(1));
        m_runner->stop(id);
        QTRY_COMPARE(state(id), RunState::Stopped);
        QTRY_VERIFY(!other.isBusy());
    }

    void loadsTheEngineAheadAndTriesThePlugins() {
        QSignalSpy ready(m_runner.get(), &Runner::engineReady);
        QSignalSpy failed(m_runner.get(), &Runner::pluginFailed);
        m_runner->loadEngine();
        QTRY_COMPARE(ready.count(), 1);
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(failed.at(0).at(1).toString().startsWith("cannot use"));
        m_runner->loadEngine();
        m_runner->start(add(""));
        QTRY_VERIFY(!m_runner->isBusy());
        QCOMPARE(ready.count(), 1);
    }

    void saysWhyTheEngineCannotBeLoaded() {
        Runner runner(m_space->store, m_space->catalog, "/no/engine.so");
        QSignalSpy failed(&runner, &Runner::engineFailed);
        runner.loadEngine();
        QTRY_COMPARE(failed.count(), 1);
        const QString id = add("");
        runner.start(id);
        QTRY_COMPARE(state(id), RunState::Failed);
    }

    void findsDamageOfALargeFileInTheBackground() {
        const std::string id = m_space->addRun("");
        WriteBatch batch;
        const int64_t series = m_space->store.ensureSeries(id, {"loss/train", "", {}});
        for (int64_t step = 1; step <= 500000; ++step)
            batch.points.push_back({series, {0, step, step, 0.0, 0.0}});
        m_space->store.write(id, m_space->store.beginSegment(id, 0), batch);
        m_space->store.sync();
        QFile file(m_space->dir.filePath("runs.db"));
        QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(1 << 20));
        file.write(QByteArray(64 << 10, 'x'));
        file.close();

        Store store(m_space->folder()); // its log is not empty, since another connection is open
        QVERIFY(store.needsCheck());
        Runner runner(store, m_space->catalog, "");
        QSignalSpy damaged(&runner, &Runner::damaged);
        QTRY_COMPARE(damaged.count(), 1);
        QVERIFY(!damaged.at(0).at(0).toString().isEmpty());
        QVERIFY(store.isDamaged());
        runner.start(QString::fromStdString(id)); // nothing may be written any more
        QCOMPARE(m_space->state(id), RunState::Draft);
    }

    void hearsAPauseWhileTheDiskIsFull() {
        const QString id = startWaiting();
        QSignalSpy troubled(m_runner.get(), &Runner::troubled);
        std::optional<test::FullDisk> full(1);
        m_runner->pause(id);
        QTRY_VERIFY(!troubled.isEmpty());
        full.reset();
        QTRY_COMPARE(state(id), RunState::Paused);
        QCOMPARE(m_space->liveSteps(id.toStdString()).size(), size_t(3));
    }

    void endsWithTheProgramWhileTheDiskIsFull() {
        const QString id = startWaiting();
        std::optional<test::FullDisk> full(1);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression("runs.db"));
        m_runner.reset();
        full.reset();
        QCOMPARE(state(id), RunState::Running);
        QCOMPARE(recoverInterrupted(m_space->store), 1);
        QCOMPARE(state(id), RunState::Interrupted);
    }

    void marksWhatAKilledProgramLeftBehind() {
        const std::string id = m_space->addRun("");
        m_space->store.changeState(id, RunState::Running, "", {}, [](RunRecord& run) {
            run.pid = 4000000;
            run.host = "";
            run.createdMs = 1;
        });
        Runner runner(m_space->store, m_space->catalog, "");
        QCOMPARE(m_space->state(id), RunState::Interrupted);
    }

    void keepsTheGuiThreadFreeWhileARunIsBusy() {
        const QString id = add("hold", 3);
        m_runner->start(id);
        QTRY_COMPARE(state(id), RunState::Running);
        int turns = 0; // of this thread's event loop, while the core thread is within a step
        QTimer timer;
        connect(&timer, &QTimer::timeout, this, [&] { ++turns; });
        timer.start(0);
        m_runner->stop(id);
        QTRY_VERIFY(turns >= 100);
        QCOMPARE(state(id), RunState::Stopping);
        m_space->release();
        QTRY_COMPARE(state(id), RunState::Stopped);
    }

    void writesManyPointsWithoutLosingOne() {
        const QString id = add("", kManyPoints);
        m_runner->start(id);
        QTRY_COMPARE_WITH_TIMEOUT(state(id), RunState::Finished, 60'000);
        QCOMPARE(m_space->store.metrics(id.toStdString()).at(0).count, kManyPoints);
    }

    void givesUpARunThatComesToNoSafePoint() {
        const QString id = add("hold", 3);
        m_runner->start(id);
        QTRY_COMPARE(state(id), RunState::Running);
        m_runner->giveUp(id); // not while it runs
        QCOMPARE(state(id), RunState::Running);
        m_runner->stop(id);
        m_runner->giveUp(id);
        const RunRecord run = m_space->store.run(id.toStdString()).value();
        QCOMPARE(run.state, RunState::Stopped);
        QCOMPARE(run.pid, int64_t(0));
        QVERIFY(
            m_space->store.events(id.toStdString(), 0).back().event.text.find("no checkpoint") !=
            std::string::npos);
        m_space->release(); // the program would have ended; here the thread comes back
        QTRY_VERIFY(!m_runner->isBusy());
        QCOMPARE(state(id), RunState::Stopped);
    }

    void takesBackATroubleThatIsOver() {
        QSignalSpy troubled(m_runner.get(), &Runner::troubled);
        const auto look = [this] {
            QVERIFY(QMetaObject::invokeMethod(m_runner.get(), "lookForInterrupted"));
        };
        look();
        QCOMPARE(troubled.count(), 0);
        SQLite::Database other(m_space->folder() + "/runs.db", SQLite::OPEN_READWRITE);
        other.exec("alter table run rename to away");
        look();
        QCOMPARE(troubled.count(), 1);
        QVERIFY(!troubled.at(0).at(0).toString().isEmpty());
        other.exec("alter table away rename to run");
        look();
        QCOMPARE(troubled.count(), 2);
        QVERIFY(troubled.at(1).at(0).toString().isEmpty());
        look();
        QCOMPARE(troubled.count(), 2);
    }
};

QTEST_GUILESS_MAIN(TestRunner)
#include "tst_runner.moc"
