#include <QtCore/QElapsedTimer>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include "core/store/store.h"

using namespace core;

class TestStoreRuns : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Store> m_store;

private Q_SLOTS:
    void init() {
        m_folder = QTemporaryDir();
        m_store = std::make_unique<Store>(m_folder.path().toStdString());
    }
    void cleanup() { m_store.reset(); }

    void givesANewRunItsNumberNameAndColour() {
        const RunRecord first = m_store->insertRun({});
        const RunRecord second = m_store->insertRun({});
        QCOMPARE(first.number, 1);
        QCOMPARE(second.number, 2);
        QCOMPARE(first.name, std::string("run 1"));
        QVERIFY(!first.id.empty());
        QVERIFY(first.createdMs > 0);
        QVERIFY(first.color != second.color);
        QCOMPARE(first.lineStyle, std::string("solid"));
        QCOMPARE(first.state, RunState::Draft);
    }

    void neverGivesANumberTwice() {
        m_store->insertRun({});
        const RunRecord second = m_store->insertRun({});
        m_store->removeRun(second.id);
        QCOMPARE(m_store->insertRun({}).number, 3);
    }

    void allowsTwoRunsOfOneName() {
        RunRecord run;
        run.name = "digits";
        m_store->insertRun(run);
        m_store->insertRun(run);
        QCOMPARE(m_store->runs().size(), size_t(2));
    }

    void keepsEveryColumn() {
        RunRecord run = m_store->insertRun({});
        m_store->updateRun(run.id, [](RunRecord& row) {
            row.name = "näme 'quoted'";
            row.startedMs = 1;
            row.endedMs = 2;
            row.heartbeatMs = 3;
            row.pid = 4;
            row.pidStartMs = 5;
            row.host = "host";
            row.parentId = "parent";
            row.color = "#010203";
            row.lineStyle = "dot";
            row.isPinned = true;
            row.trashedMs = 6;
            row.note = "a note\nof two lines";
            row.configJson = "{\"torchdesk\":1}";
            row.configHash = "hash";
            row.model = "mlp";
            row.seed = 4294967295;
            row.device = "cpu";
            row.threads = 7;
            row.programVersion = "0.1";
            row.epoch = 8;
            row.epochCount = 9;
            row.step = 10;
            row.totalSteps = 11;
            row.stepsPerEpoch = 12.5;
            row.seconds = 13.25;
            row.goalMetric = "loss/val";
            row.weightsSha256 = "sha";
        });
        const RunRecord read = m_store->run(run.id).value();
        QCOMPARE(read.name, std::string("näme 'quoted'"));
        QCOMPARE(read.startedMs, 1);
        QCOMPARE(read.endedMs, 2);
        QCOMPARE(read.heartbeatMs, 3);
        QCOMPARE(read.pid, 4);
        QCOMPARE(read.pidStartMs, 5);
        QCOMPARE(read.host, std::string("host"));
        QCOMPARE(read.parentId, std::string("parent"));
        QCOMPARE(read.color, std::string("#010203"));
        QCOMPARE(read.lineStyle, std::string("dot"));
        QVERIFY(read.isPinned);
        QCOMPARE(read.trashedMs, 6);
        QCOMPARE(read.note, std::string("a note\nof two lines"));
        QCOMPARE(read.configJson, std::string("{\"torchdesk\":1}"));
        QCOMPARE(read.configHash, std::string("hash"));
        QCOMPARE(read.model, std::string("mlp"));
        QCOMPARE(read.seed, 4294967295);
        QCOMPARE(read.device, std::string("cpu"));
        QCOMPARE(read.threads, 7);
        QCOMPARE(read.programVersion, std::string("0.1"));
        QCOMPARE(read.epoch, 8);
        QCOMPARE(read.epochCount, 9);
        QCOMPARE(read.step, 10);
        QCOMPARE(read.totalSteps, 11);
        QCOMPARE(read.stepsPerEpoch, 12.5);
        QCOMPARE(read.seconds, 13.25);
        QCOMPARE(read.goalMetric, std::string("loss/val"));
        QCOMPARE(read.weightsSha256, std::string("sha"));
        QCOMPARE(read.number, run.number);
    }

    void refusesToUpdateARunThatIsGone() {
        const std::string id = m_store->insertRun({}).id;
        m_store->removeRun(id);
        QVERIFY_THROWS_EXCEPTION(Error, m_store->updateRun(id, [](RunRecord&) {}));
        QVERIFY(!m_store->run(id));
    }

    void movesARunOnOnlyFromTheGivenStates() {
        const std::string id = m_store->insertRun({}).id;
        QVERIFY(m_store->changeState(id, RunState::Queued, "", {RunState::Draft}));
        QVERIFY(!m_store->changeState(id, RunState::Queued, "", {RunState::Draft}));
        QVERIFY(m_store->changeState(id, RunState::Starting, ""));
        QVERIFY(m_store->changeState(id, RunState::Failed, "out of memory"));
        const RunRecord run = m_store->run(id).value();
        QCOMPARE(run.state, RunState::Failed);
        QCOMPARE(run.stateReason, std::string("out of memory"));
        QVERIFY(run.startedMs > 0);
        QVERIFY(run.endedMs >= run.startedMs);
    }

    void letsOneOfTwoProgramsHaveTheRun() {
        const std::string id = m_store->insertRun({}).id;
        Store other(m_folder.path().toStdString());
        const bool first = m_store->changeState(id, RunState::Queued, "", {RunState::Draft});
        const bool second = other.changeState(id, RunState::Queued, "", {RunState::Draft});
        QVERIFY(first && !second);
    }

    void tellsWhichRunsChangedSince() {
        const RunRecord first = m_store->insertRun({});
        const RunRecord second = m_store->insertRun({});
        QCOMPARE(m_store->runsChangedSince(second.revision).size(), size_t(0));
        m_store->updateRun(first.id, [](RunRecord& run) { run.note = "good"; });
        const auto changed = m_store->runsChangedSince(second.revision);
        QCOMPARE(changed.size(), size_t(1));
        QCOMPARE(changed[0].id, first.id);
        m_store->removeRun(first.id); // the revision must not start again after a removal
        m_store->changeState(second.id, RunState::Queued, "");
        QCOMPARE(m_store->runsChangedSince(changed[0].revision).size(), size_t(1));
    }

    void noticesTheCommitsOfAnotherConnection() {
        Store other(m_folder.path().toStdString());
        const int64_t before = m_store->dataVersion();
        QCOMPARE(m_store->dataVersion(), before);
        other.insertRun({});
        QVERIFY(m_store->dataVersion() != before);
        QCOMPARE(m_store->runs().size(), size_t(1));
    }

    void readsAThousandRunsQuickly() {
        for (int i = 0; i < 1000; ++i) {
            RunRecord run;
            run.configJson = std::string(1500, 'x');
            m_store->insertRun(run);
        }
        QElapsedTimer timer;
        timer.start();
        const auto runs = m_store->runs();
        QVERIFY2(timer.elapsed() < 500, // measured: 3 ms
                 qPrintable(QString::number(timer.elapsed())));
        QCOMPARE(runs.size(), size_t(1000));
        QCOMPARE(runs.front().number, 1000);
        QCOMPARE(runs.back().number, 1);
        QCOMPARE(m_store->runIds().size(), size_t(1000));
    }

    void removesARunWithAllThatBelongsToIt() {
        const std::string id = m_store->insertRun({}).id;
        const int64_t segment = m_store->beginSegment(id, 0);
        const int64_t series = m_store->ensureSeries(id, {"loss/train", "", Direction::Minimize});
        WriteBatch batch;
        batch.points.push_back({series, {0, 1, 1, 0.1, 2.0}});
        batch.events.push_back({0, 1, {1, EventLevel::Info, "started", "Started"}});
        batch.logLines.push_back({0, 1, "hello"});
        m_store->write(id, segment, batch);
        m_store->addCheckpoint(id, {1, 0, "artifacts/a.ckpt", 10, "sha", true, 0.5});
        m_store->removeRun(id);
        QVERIFY(m_store->points(series, 0, 10).empty());
        QVERIFY(m_store->levels(series, 1, 0).empty());
        QVERIFY(m_store->allMetrics().empty());
        QVERIFY(m_store->events(id, 0).empty());
        QVERIFY(m_store->log(id, 0).empty());
        QVERIFY(m_store->checkpoints(id).empty());
        QVERIFY(m_store->segments(id).empty());
    }

    void keepsEventsWithTheirLevelAndReadsWhatIsNew() {
        const std::string id = m_store->insertRun({}).id;
        m_store->addEvent(id, {3, EventLevel::Warning, "nan", "loss became NaN"});
        m_store->addEvent(id, {4, EventLevel::Error, "error", "broke"});
        const auto all = m_store->events(id, 0);
        QCOMPARE(all.size(), size_t(2));
        QCOMPARE(all[0].event.level, EventLevel::Warning);
        QCOMPARE(all[0].event.text, std::string("loss became NaN"));
        const auto news = m_store->events(id, all[0].id);
        QCOMPARE(news.size(), size_t(1));
        QCOMPARE(news[0].event.level, EventLevel::Error);
    }

    void keepsTheLastTenThousandConsoleLines() {
        const std::string id = m_store->insertRun({}).id;
        WriteBatch batch;
        for (int i = 0; i < 10050; ++i)
            batch.logLines.push_back({0, 1, "line"});
        m_store->write(id, 1, batch);
        const auto lines = m_store->log(id, 0);
        QCOMPARE(lines.size(), size_t(10000));
        QCOMPARE(lines.front().number, 51);
        QCOMPARE(m_store->log(id, 10049).size(), size_t(1));
    }

    void keepsCheckpointsInOrderOfStep() {
        const std::string id = m_store->insertRun({}).id;
        m_store->addCheckpoint(id, {20, 2, "b", 5, "sb", false, std::nan("")});
        m_store->addCheckpoint(id, {10, 1, "a", 5, "sa", true, 0.5});
        m_store->addCheckpoint(id, {20, 2, "b", 5, "sb", true, 0.4}); // became the best
        const auto rows = m_store->checkpoints(id);
        QCOMPARE(rows.size(), size_t(2));
        QCOMPARE(rows[0].step, 10);
        QVERIFY(rows[1].isBest);
        m_store->removeCheckpoint(id, "a");
        QCOMPARE(m_store->checkpoints(id).size(), size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestStoreRuns)
#include "tst_store_runs.moc"
