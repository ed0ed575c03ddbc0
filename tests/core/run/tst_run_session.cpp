#include <QtCore/QCoreApplication>
#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtTest/QtTest>

#include "core/error.h"
#include "core/run/process_info.h"
#include "core/run/run_session.h"
#include "core/store/clock.h"
#include "tests/support/full_disk.h"
#include "tests/support/workspace.h"

using namespace core;

class TestRunSession : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<test::Workspace> m_space;
    std::unique_ptr<RunControl> m_control;

    std::optional<JobResult> run(const std::string& id, LiveFeed::Listener listener = {}) {
        EngineLoader loader(m_space->enginePath);
        return runSession(m_space->store, m_space->catalog, loader, id, *m_control,
                          std::move(listener));
    }
    RunRecord row(const std::string& id) { return m_space->store.run(id).value(); }
    void breakFile(const std::string& path) {
        QFile file(QString::fromStdString(m_space->folder() + "/" + path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("half a check");
    }

private Q_SLOTS:
    void init() {
        m_space = std::make_unique<test::Workspace>();
        m_control = std::make_unique<RunControl>();
    }
    void cleanup() { m_space.reset(); }

    void givesEachRunANameOfItsOwn_data() {
        QTest::addColumn<QStringList>("wanted");
        QTest::addColumn<QStringList>("given");
        QTest::newRow("same") << QStringList{"digits", "digits", "digits"}
                              << QStringList{"digits", "digits 2", "digits 3"};
        QTest::newRow("numbered") << QStringList{"digits 2", "digits 2", "digits"}
                                  << QStringList{"digits 2", "digits 3", "digits"};
        QTest::newRow("number alone") << QStringList{"7", "7"} << QStringList{"7", "7 2"};
        QTest::newRow("no text") << QStringList{" a\nb\tc ", "a b c"}
                                 << QStringList{"a b c", "a b c 2"};
        QTest::newRow("no blank") << QStringList{"v2", "v2"} << QStringList{"v2", "v2 2"};
    }

    void givesEachRunANameOfItsOwn() {
        QFETCH(QStringList, wanted);
        QFETCH(QStringList, given);
        RunConfig config = defaultConfig(m_space->catalog);
        QStringList names;
        for (const QString& name : wanted) {
            config.name = name.toStdString();
            names.append(QString::fromStdString(createRun(m_space->store, config).name));
        }
        QCOMPARE(names, given);
    }

    void keepsWhatARunIsAndHowItEnded() {
        const std::string id = m_space->addRun("");
        std::vector<RunState> states;
        LiveFeed::Listener listener;
        listener.stateChanged = [&] { states.push_back(m_space->state(id)); };
        const auto result = run(id, listener);
        QVERIFY(result);
        QCOMPARE(result->outcome, Outcome::Finished);
        const RunRecord run = row(id);
        QCOMPARE(run.state, RunState::Finished);
        QCOMPARE(run.stateReason, std::string("max epochs"));
        QCOMPARE(run.step, 10);
        QCOMPARE(run.weightsSha256, std::string("sha of step 10"));
        QCOMPARE(run.host, hostName());
        QCOMPARE(run.device, std::string("cpu"));
        QVERIFY(run.threads >= 1);
        QCOMPARE(run.seed, 1);
        QCOMPARE(run.model, std::string("toy"));
        QCOMPARE(run.goalMetric, std::string("loss/val"));
        QVERIFY(!run.programVersion.empty());
        QVERIFY(run.startedMs > 0 && run.endedMs >= run.startedMs);
        const std::vector<RunState> expected = {RunState::Starting, RunState::Running,
                                                RunState::Finished};
        QCOMPARE(states, expected);
        QCOMPARE(m_space->eventCount(id, "started"), size_t(1));
        QCOMPARE(m_space->eventCount(id, "finished"), size_t(1));
        QCOMPARE(m_space->liveSteps(id).size(), size_t(10));
    }

    void failsWithTheReason_data() {
        QTest::addColumn<QString>("behave");
        QTest::addColumn<QString>("message");
        QTest::newRow("error") << "throw"
                               << "The toy broke at step 10";
        QTest::newRow("no error type") << "throw int"
                                       << "not an error";
    }
    void failsWithTheReason() {
        QFETCH(QString, behave);
        QFETCH(QString, message);
        const std::string id = m_space->addRun(behave.toStdString());
        QVERIFY(!run(id));
        QCOMPARE(row(id).state, RunState::Failed);
        QVERIFY(QString::fromStdString(row(id).stateReason).contains(message));
        QCOMPARE(m_space->eventCount(id, "error"), size_t(1));
        QCOMPARE(m_space->liveSteps(id).size(), size_t(10)); // what was logged before is there
    }

    void failsWhenTheConfigCannotBeUsed() {
        RunConfig config = m_space->config("");
        config.optimizer.params.set("lr", -1.0);
        const std::string id = createRun(m_space->store, config).id;
        QVERIFY(!run(id));
        QVERIFY(row(id).stateReason.find("optimizer.lr") != std::string::npos);
    }

    void failsWhenTheModelIsNotInstalled() {
        const std::string id = m_space->addRun("");
        m_space->catalog = Catalog({});
        QVERIFY(!run(id));
        QCOMPARE(QString::fromStdString(row(id).stateReason).count("\"toy\" is not known"), 1);
    }

    void failsWhenTheEngineCannotBeLoaded() {
        const std::string id = m_space->addRun("");
        EngineLoader missing("/no/engine.so");
        QVERIFY(!runSession(m_space->store, m_space->catalog, missing, id, *m_control, {}));
        QVERIFY(row(id).stateReason.find("/no/engine.so") != std::string::npos);
        const std::string second = m_space->addRun("");
        EngineLoader other(TEST_PLUGINS "/models/toy.so"); // a plugin, but no engine
        QVERIFY(!runSession(m_space->store, m_space->catalog, other, second, *m_control, {}));
        QVERIFY(row(second).stateReason.find("another version") != std::string::npos);
    }

    void doesNotTakeARunThatAnotherProgramHas() {
        const std::string id = m_space->addRun("");
        m_space->store.changeState(id, RunState::Running, "");
        QVERIFY(!run(id));
        QCOMPARE(row(id).state, RunState::Running);
        QVERIFY(m_space->store.events(id, 0).empty());
    }

    void leavesARunInTheTrashAlone() {
        const std::string id = m_space->addRun("");
        m_space->store.updateRun(id, [](RunRecord& run) { run.trashedMs = 1; });
        QVERIFY(!run(id));
        QCOMPARE(row(id).state, RunState::Draft);
    }

    void doesNotTakeItsOwnRunForAbandoned() {
        const std::string id = m_space->addRun("");
        int looks = 0;
        LiveFeed::Listener listener;
        listener.trainingStarted = [&] {
            m_space->store.updateRun(id, [](RunRecord& run) { run.heartbeatMs = 1; });
            QCOMPARE(recoverInterrupted(m_space->store), 0);
            ++looks;
        };
        QVERIFY(run(id, listener));
        QCOMPARE(looks, 1);
    }

    // As after kill -STOP, or when the computer slept: both programs think that the run is theirs.
    void leavesTheRunToAnotherProgramThatResumedIt_data() {
        QTest::addColumn<QString>("behave");
        QTest::addColumn<int>("pid"); // of the other program; 0: it has ended already
        QTest::newRow("finishes") << "" << 4000000;
        QTest::newRow("fails") << "throw" << 4000000;
        QTest::newRow("other has ended") << "" << 0;
        QTest::newRow("would go on for ever") << "wait" << 4000000;
    }
    void leavesTheRunToAnotherProgramThatResumedIt() {
        QFETCH(QString, behave);
        QFETCH(int, pid);
        const std::string id = m_space->addRun(behave.toStdString());
        LiveFeed::Listener listener;
        int hasTaken = 0;
        const RunState others = pid ? RunState::Running : RunState::Paused;
        listener.written = [&] {
            if (hasTaken++) return;
            Store other(m_space->folder(), Store::Mode::Join);
            other.changeState(id, others, "", {}, [&](RunRecord& run) { run.pid = pid; });
        };
        QVERIFY(!run(id, listener));
        QCOMPARE(row(id).state, others);
        QCOMPARE(row(id).pid, int64_t(pid));
        QCOMPARE(m_space->eventCount(id, "taken over"), size_t(1));
    }

    void goesOnFromItsNewestCheckpoint() {
        const std::string id = m_space->addRun("", 5);
        QVERIFY(run(id));
        addEpochs(m_space->store, m_space->catalog, id, 1);
        QCOMPARE(row(id).epochCount, 2);
        const auto result = run(id);
        QVERIFY(result);
        QCOMPARE(result->step, 10);
        const std::vector<int64_t> steps = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
        QCOMPARE(m_space->liveSteps(id), steps);
        QCOMPARE(m_space->eventCount(id, "resumed"), size_t(1));
        QCOMPARE(m_space->store.segments(id).size(), size_t(2));
    }

    void fallsBackToTheCheckpointBeforeADamagedOne() {
        const std::string id = m_space->addRun("", 5);
        QVERIFY(run(id));
        addEpochs(m_space->store, m_space->catalog, id, 1);
        QVERIFY(run(id)); // checkpoints of steps 5 and 10
        breakFile(m_space->store.checkpoints(id).at(1).path);
        addEpochs(m_space->store, m_space->catalog, id, 1);
        QCOMPARE(run(id)->step, 15);
        QCOMPARE(m_space->liveSteps(id).size(), size_t(15));
        QCOMPARE(m_space->store.segments(id).at(2).fromStep, 5);
        QCOMPARE(m_space->eventCount(id, "rewound"), size_t(1));
        QCOMPARE(m_space->eventCount(id, "checkpoint"), size_t(4)); // three saved, one warning
    }

    void startsOverWhenNoCheckpointIsUsable() {
        const std::string id = m_space->addRun("", 5);
        QVERIFY(run(id));
        breakFile(m_space->store.checkpoints(id).at(0).path);
        QVERIFY(run(id));
        const std::vector<int64_t> steps = {1, 2, 3, 4, 5};
        QCOMPARE(m_space->liveSteps(id), steps);
        QCOMPARE(m_space->store.metrics(id).at(0).count, 5);
    }

    void placesTheSessionOfAnEngineThatDoesNotSayWhereItBegins() {
        const std::string id = m_space->addRun("silent", 5);
        QVERIFY(run(id));
        addEpochs(m_space->store, m_space->catalog, id, 1);
        QVERIFY(run(id));
        QCOMPARE(m_space->store.segments(id).at(1).fromStep, 5);
        QCOMPARE(m_space->liveSteps(id).size(), size_t(10));
    }

    void stopsAndPausesByTheControl() {
        const std::string id = m_space->addRun("wait", 3);
        LiveFeed::Listener listener;
        listener.written = [&] { m_control->pause(); };
        const auto paused = run(id, listener);
        QCOMPARE(paused->outcome, Outcome::Paused);
        QCOMPARE(row(id).state, RunState::Paused);
        m_control->stop(); // wins over the pause that is still asked for
        QCOMPARE(run(id)->outcome, Outcome::Stopped);
        QCOMPARE(row(id).state, RunState::Stopped);
        QCOMPARE(row(id).stateReason, std::string("user"));
    }

    // The disk is full again and again; each time that it is told, somebody makes room.
    void losesNothingOnADiskThatIsFullForAWhile() {
        const std::string id = m_space->addRun("", 50);
        std::mutex mutex; // the writer's thread and this one
        std::optional<test::FullDisk> full;
        int troubles = 0;
        const auto fill = [&] {
            const std::lock_guard lock(mutex);
            if (!full && troubles < 5) full.emplace(0);
        };
        LiveFeed::Listener listener;
        listener.written = listener.recovered = fill;
        listener.troubled = [&](const std::string&) {
            const std::lock_guard lock(mutex);
            ++troubles;
            full.reset();
        };
        const auto result = run(id, listener);
        full.reset();
        QVERIFY(result);
        QVERIFY(troubles > 0);
        QCOMPARE(result->outcome, Outcome::Finished);
        QCOMPARE(row(id).state, RunState::Finished);
        QCOMPARE(m_space->liveSteps(id).size(), size_t(50));
        std::vector<std::string> warnings;
        QCOMPARE(usableCheckpoint(m_space->store, id, warnings)->step, 50);
    }

    void pausesWhenThereIsRoomForTheCheckpoint() {
        const std::string id = m_space->addRun("wait", 3);
        std::mutex mutex;
        std::optional<test::FullDisk> full;
        std::vector<std::string> troubles;
        LiveFeed::Listener listener;
        listener.written = [&] {
            const std::lock_guard lock(mutex);
            if (m_control->request() != RunControl::Request::None) return;
            full.emplace(0);
            m_control->pause();
        };
        listener.troubled = [&](const std::string& message) {
            const std::lock_guard lock(mutex);
            troubles.push_back(message);
            if (message.find(".ckpt") != std::string::npos) full.reset();
        };
        const auto result = run(id, listener);
        QVERIFY(result && !full);
        QVERIFY(troubles.back().find("The run waits") != std::string::npos);
        QCOMPARE(row(id).state, RunState::Paused);
        std::vector<std::string> warnings;
        QCOMPARE(usableCheckpoint(m_space->store, id, warnings)->step, 3);
        QCOMPARE(m_space->liveSteps(id).size(), size_t(3));
    }

    void writesTheEndStateWhenThereIsRoom() {
        const std::string id = m_space->addRun("throw", 3);
        std::optional<test::FullDisk> full;
        int troubles = 0;
        LiveFeed::Listener listener;
        listener.troubled = [&](const std::string&) {
            if (++troubles == 2) full.reset();
        };
        int recoveries = 0;
        listener.recovered = [&] { ++recoveries; };
        // Nothing is left to write then but the row.
        m_space->catalog = Catalog({});
        listener.stateChanged = [&] {
            if (row(id).state == RunState::Starting) full.emplace(0);
        };
        QVERIFY(!run(id, listener));
        QCOMPARE(troubles, 2);
        QVERIFY(recoveries >= 1);
        QCOMPARE(row(id).state, RunState::Failed);
        QCOMPARE(m_space->eventCount(id, "error"), size_t(1));
    }

    void obeysARequestInTheRow() {
        const std::string id = m_space->addRun("wait", 3);
        LiveFeed::Listener listener;
        bool hasAsked = false;
        listener.written = [&] { // on the writer's thread: as another program does it
            if (std::exchange(hasAsked, true)) return;
            Store(m_space->folder()).changeState(id, RunState::Stopping, "", {RunState::Running});
        };
        QCOMPARE(run(id, listener)->outcome, Outcome::Stopped);
        QCOMPARE(row(id).state, RunState::Stopped);
    }

    void survivesTheDeathOfItsProcess() {
        const std::string id = m_space->addRun("kill", 200);
        m_space->store.updateRun(id, [](RunRecord& run) { run.note = "kept"; });
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(),
                    {"--run", m_space->dir.path(), QString::fromStdString(id)});
        QVERIFY(child.waitForFinished());
        QCOMPARE(child.exitStatus(), QProcess::CrashExit);
        QVERIFY(row(id).state == RunState::Running || row(id).state == RunState::Starting);

        QCOMPARE(recoverInterrupted(m_space->store), 1);
        QCOMPARE(row(id).state, RunState::Interrupted);
        QCOMPARE(m_space->eventCount(id, "interrupted"), size_t(1));
        QCOMPARE(recoverInterrupted(m_space->store), 0);
        QVERIFY(Store::findDamage(m_space->folder()).empty());
    }

    void tellsAbandonedRunsFromLivingOnes_data() {
        QTest::addColumn<qint64>("pid");
        QTest::addColumn<qint64>("startMs");
        QTest::addColumn<QString>("host");
        QTest::addColumn<qint64>("heartbeatAgeMs");
        QTest::addColumn<bool>("isAbandoned");
        const ProcessInfo self = currentProcess();
        const QString here = QString::fromStdString(self.host);
        const auto pid = static_cast<qint64>(self.pid);
        const auto start = static_cast<qint64>(self.startMs);
        QTest::newRow("this process, which is not at it")
            << pid << start << here << qint64(0) << true;
        QTest::newRow("reused pid") << pid << start - 3600000 << here << qint64(0) << true;
        QTest::newRow("dead") << qint64(4000000) << start << here << qint64(0) << true;
        QTest::newRow("elsewhere") << qint64(1) << start << "other-host" << qint64(1000) << false;
        QTest::newRow("silent elsewhere")
            << qint64(1) << start << "other-host" << qint64(20000) << true;
        QTest::newRow("script") << qint64(0) << qint64(0) << "" << qint64(1000) << false;
        QTest::newRow("silent script") << qint64(0) << qint64(0) << "" << qint64(20000) << true;
    }
    void tellsAbandonedRunsFromLivingOnes() {
        QFETCH(qint64, pid);
        QFETCH(qint64, startMs);
        QFETCH(QString, host);
        QFETCH(qint64, heartbeatAgeMs);
        QFETCH(bool, isAbandoned);
        const std::string id = m_space->addRun("");
        m_space->store.changeState(id, RunState::Running, "", {}, [&](RunRecord& run) {
            run.pid = pid;
            run.pidStartMs = startMs;
            run.host = host.toStdString();
            run.createdMs = nowMs() - 100000;
            run.heartbeatMs = nowMs() - heartbeatAgeMs;
        });
        QCOMPARE(recoverInterrupted(m_space->store), isAbandoned ? 1 : 0);
        QCOMPARE(row(id).state, isAbandoned ? RunState::Interrupted : RunState::Running);
    }
};

// As a program of its own: runs one run of a workspace.
static int runInThisProcess(const std::string& folder, const std::string& runId) {
    const Catalog catalog({TEST_PLUGINS "/models"});
    Store store(folder);
    EngineLoader loader(TEST_PLUGINS "/engine/fake_engine.so");
    RunControl control;
    return runSession(store, catalog, loader, runId, control, {}) ? 0 : 1;
}

int main(int argc, char* argv[]) {
    const QCoreApplication application(argc, argv);
    if (argc == 4 && std::string(argv[1]) == "--run") return runInThisProcess(argv[2], argv[3]);
    TestRunSession test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_run_session.moc"
