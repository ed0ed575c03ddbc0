#include <cmath>

#include <QtTest/QTest>

#include "core/train/callbacks/checkpoint.h"
#include "tests/core/train/callbacks/callback_support.h"

using namespace core;
using namespace support;

class TestCheckpoint : public QObject {
    Q_OBJECT

private:
    std::optional<Session> m_session;

private Q_SLOTS:
    void init() { m_session.emplace(); }

    void t15_neverTakesNanForTheBest() {
        Judged model({kNan, 0.5, kNan, 0.6, 0.4, std::numeric_limits<double>::infinity()});
        m_session->train(model, list(m_session->checkpoints({1, true, 0.0, ""})), 6);
        QCOMPARE(m_session->files(), (QStringList{"step-000000000015.safetensors", // 0.4, the best
                                                  "step-000000000018.safetensors"}));
        std::vector<int64_t> best;
        for (const CheckpointRecord& record : m_session->sink.saved)
            if (record.isBest) best.push_back(record.step);
        QCOMPARE(best, (std::vector<int64_t>{6, 15}));
    }

    void watchesTheTrainingWhenThereIsNoEvaluation() {
        SmallModel model(classInfo());
        Trainer trainer(model, classData(12), nullptr, adamOptions(3, 4),
                        list(m_session->checkpoints({1, true, 0.0, ""})), m_session->sink);
        trainer.fit();
        QVERIFY(std::isfinite(m_session->sink.saved.back().metricValue));
    }

    void t23_savesAfterTheEvaluationOfTheSameStep() {
        Judged model({5, 4, 3, 2, 1, 0});
        std::map<int64_t, std::string> weights;
        TrainerOptions options = adamOptions(2, 4);
        options.evaluateEvery = 1;
        Trainer trainer(model, classData(12), classData(4), options,
                        list(m_session->checkpoints({9, true, 0.0, ""}),
                             std::make_unique<At>(Event::EvalEnd,
                                                  [&](TrainState& state) {
                                                      weights[state.globalStep] =
                                                          weightsSha256(*state.model);
                                                  })),
                        m_session->sink);
        trainer.fit();
        for (const CheckpointRecord& record : m_session->sink.saved) {
            QCOMPARE(record.metricValue, 6.0 - record.step);
            SmallModel loaded(classInfo());
            loadWeights(loaded,
                        readArchive(m_session->folder.path().toStdString() + "/" + record.path)
                            .section("model"));
            QCOMPARE(weightsSha256(loaded), weights.at(record.step));
        }
        QCOMPARE(m_session->files().size(), 6);
    }

    void t33_removesWhatAKilledWriterLeft() {
        QVERIFY(QDir(m_session->folder.path()).mkpath("c"));
        QFile leftover(m_session->folder.filePath("c/step-000000000003.safetensors.part"));
        QVERIFY(leftover.open(QIODevice::WriteOnly));
        leftover.write("half");
        leftover.close();
        Judged model({1});
        m_session->train(model, list(m_session->checkpoints({1, false, 0.0, ""})), 1);
        QCOMPARE(m_session->files(), QStringList{"step-000000000003.safetensors"});
        QCOMPARE(m_session->read(m_session->files()[0]).integer("trainer.global_step"), 3);
    }

    void t34_removesAFileOnlyWhenTheNewOneIsSafe() {
        class CheckingSink : public RecordingSink {
        public:
            void checkpointRemoved(const std::string& path) override {
                isSafe = isSafe && flushCount > flushesAtSave;
                RecordingSink::checkpointRemoved(path);
            }
            void checkpointSaved(const CheckpointRecord& record) override {
                flushesAtSave = flushCount;
                isSafe =
                    isSafe && flushCount > 0 && QFile::exists(folder + "/" + record.path.c_str());
                RecordingSink::checkpointSaved(record);
            }
            QString folder;
            int flushesAtSave = 0;
            bool isSafe = true;
        };
        CheckingSink sink;
        sink.folder = m_session->folder.path();
        Judged model({5, 1, 4, 4, 4});
        Trainer(model, classData(12), classData(4), adamOptions(5, 4),
                list(m_session->checkpoints({2, true, 0.0, ""})), sink)
            .fit();
        QVERIFY(sink.isSafe);
        QCOMPARE(sink.saved.size(), size_t(5));
        QCOMPARE(sink.removed.size(), size_t(2));
        QCOMPARE(m_session->files(),
                 (QStringList{"step-000000000006.safetensors", // the best
                              "step-000000000012.safetensors", "step-000000000015.safetensors"}));
    }

    void keepsTheBestFew() {
        Judged model({5, 1, 4, kNan, 2, 3, 9});
        m_session->train(model, list(m_session->checkpoints({1, 3, 0.0, ""})), 7);
        QCOMPARE(m_session->files(), (QStringList{"step-000000000006.safetensors",    // 1
                                                  "step-000000000015.safetensors",    // 2
                                                  "step-000000000018.safetensors",    // 3
                                                  "step-000000000021.safetensors"})); // the last
    }

    // Files written beside the training hold the state of the step they are named after.
    void t40_writesBesideTheTrainingWhatWasAtTheStep() {
        Judged model(std::vector<double>(40, 1.0));
        std::map<int64_t, std::string> weights; // by step
        auto callback = std::make_unique<Checkpoint>(Checkpoint::Options{100, 1, 1e-9, ""},
                                                     m_session->folder.path().toStdString(), "c");
        int announced = 0;
        m_session->train(model,
                         list(std::move(callback),
                              std::make_unique<At>(
                                  Event::StepEnd,
                                  [&](TrainState& state) {
                                      weights[state.globalStep] = weightsSha256(*state.model);
                                  },
                                  0, "hasher"),
                              std::make_unique<At>(
                                  Event::CheckpointSaved,
                                  [&](TrainState& state) {
                                      if (!state.checkpointPath.empty()) ++announced;
                                  },
                                  0, "listener")),
                         40);
        QVERIFY(m_session->sink.saved.size() > 1);
        QCOMPARE(announced, static_cast<int>(m_session->sink.saved.size()));
        QCOMPARE(m_session->sink.saved.back().step, int64_t(120));
        for (const CheckpointRecord& record : m_session->sink.saved) {
            const Archive archive =
                readArchive(m_session->folder.path().toStdString() + "/" + record.path);
            Judged copy({});
            loadWeights(copy, archive.section("model"));
            QCOMPARE(weightsSha256(copy), weights.at(record.step));
            QCOMPARE(archive.integer("trainer.global_step"), record.step);
        }
    }

    void putsOffCheckpointsThatComeTooSoonButNotTheLast() {
        Judged model({5, 1, 4, 4, 4});
        auto callback = std::make_unique<Checkpoint>(Checkpoint::Options{1, true, 3600.0, ""},
                                                     m_session->folder.path().toStdString(), "c");
        m_session->train(model, list(std::move(callback)), 5);
        // The first, and at the end the best that had to wait and the last.
        std::vector<int64_t> steps;
        for (const CheckpointRecord& record : m_session->sink.saved)
            steps.push_back(record.step);
        QCOMPARE(steps, (std::vector<int64_t>{3, 6, 15}));
        QVERIFY(m_session->sink.saved[1].isBest);
        QCOMPARE(m_session->read("step-000000000006.safetensors").integer("trainer.epoch"), 2);
    }

    // A full disk: the folder is read-only for root as well, as it is not there.
    void trainsOnWhenACheckpointCannotBeSaved() {
        Judged model({5, 4, 3, 2, 1});
        auto callback = m_session->checkpoints({9, false, 0.0, ""});
        const QString folder = m_session->folder.filePath("c");
        const QString aside = m_session->folder.filePath("aside");
        int evaluations = 0;
        model.judged = [&] {
            ++evaluations;
            if (evaluations == 2) QVERIFY(QDir().rename(folder, aside));
            if (evaluations == 4) QVERIFY(QDir().rename(aside, folder));
        };
        m_session->train(model, list(std::move(callback)), 5);
        std::vector<int64_t> steps;
        for (const CheckpointRecord& record : m_session->sink.saved)
            steps.push_back(record.step);
        QCOMPARE(steps, (std::vector<int64_t>{3, 12, 15}));
        const auto isWarning = [](const core::RunEvent& event) {
            return event.kind == "checkpoint" && event.level == core::EventLevel::Warning;
        };
        QCOMPARE(
            std::count_if(m_session->sink.events.begin(), m_session->sink.events.end(), isWarning),
            1);
    }

    void savesTheBestLaterWhenItCouldNotBeSaved() {
        Judged model({5, 1, 4, 4});
        const QString folder = m_session->folder.filePath("c");
        const QString aside = m_session->folder.filePath("aside");
        int evaluations = 0;
        model.judged = [&] {
            ++evaluations;
            if (evaluations == 2) QVERIFY(QDir().rename(folder, aside));
            if (evaluations == 3) QVERIFY(QDir().rename(aside, folder));
        };
        m_session->train(model, list(m_session->checkpoints({1, true, 0.0, ""})), 4);
        std::vector<int64_t> steps;
        for (const CheckpointRecord& record : m_session->sink.saved)
            steps.push_back(record.step);
        QCOMPARE(steps, (std::vector<int64_t>{3, 6, 9, 12}));
        QVERIFY(m_session->sink.saved[1].isBest);
        QCOMPARE(m_session->read("step-000000000006.safetensors").integer("trainer.epoch"), 2);
        QCOMPARE(m_session->files().size(), 2);
    }

    void waitsForRoomForTheLastCheckpoint() {
        class WaitingSink : public support::RecordingSink {
        public:
            bool waitToRetry(const std::string& problem) override {
                problems.push_back(problem);
                return onWait();
            }
            std::vector<std::string> problems;
            std::function<bool()> onWait;
        };
        const QString folder = m_session->folder.filePath("c");
        const QString aside = m_session->folder.filePath("aside");
        WaitingSink sink;
        sink.onWait = [&] { return sink.problems.size() < 2 || QDir().rename(aside, folder); };
        Judged model({5, 4});
        model.judged = [&] { QVERIFY(QDir().rename(folder, aside)); };
        Trainer(model, classData(12), classData(4), adamOptions(1, 4),
                list(m_session->checkpoints({9, false, 0.0, ""})), sink)
            .fit();
        QCOMPARE(sink.problems.size(), size_t(2));
        QVERIFY2(sink.problems[0].find("Cannot create") == 0, sink.problems[0].c_str());
        QCOMPARE(sink.saved.size(), size_t(1));
        QCOMPARE(m_session->files(), QStringList{"step-000000000003.safetensors"});
    }

    void failsWhenTheLastCheckpointCannotBeSaved() {
        Judged model({5, 4});
        auto callback = m_session->checkpoints({9, false, 0.0, ""});
        model.judged = [&] { QDir(m_session->folder.filePath("c")).removeRecursively(); };
        QVERIFY_THROWS_EXCEPTION(core::Error,
                                 m_session->train(model, list(std::move(callback)), 1));
    }

    void dropsCheckpointsOfARewoundFuture() {
        Judged first({5, 4, 3, 2}), second({4, 3});
        m_session->train(first, list(m_session->checkpoints({4, false, 0.0, ""})), 4);
        QCOMPARE(m_session->files().size(), 4);
        const Archive checkpoint = m_session->read(m_session->files()[1]);
        m_session->train(second, list(m_session->checkpoints({4, false, 0.0, ""})), 4, &checkpoint);
        QCOMPARE(m_session->sink.removed,
                 (std::vector<std::string>{"c/step-000000000012.safetensors"}));
        QCOMPARE(m_session->files().size(), 4); // the last two were made again
    }
};

QTEST_GUILESS_MAIN(TestCheckpoint)
#include "tst_checkpoint.moc"
