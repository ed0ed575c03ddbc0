#include <cmath>

#include <QtCore/QDir>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include "core/error.h"
#include "core/train/callbacks/checkpoint.h"
#include "core/train/callbacks/early_stopping.h"
#include "core/train/callbacks/gradient_clipping.h"
#include "core/train/callbacks/progress_reporter.h"
#include "core/train/callbacks/recorder.h"
#include "core/train/checkpoint_file.h"
#include "train_support.h"

using namespace core;
using namespace support;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// A model whose evaluations give what they are told, one value after the other.
class Judged : public SmallModel {
public:
    explicit Judged(std::vector<double> values)
        : SmallModel(classInfo()), m_values(std::move(values)) {}
    Metrics aggregateMetrics(MetricSet&) override {
        if (judged) judged();
        Metrics metrics;
        metrics.set("loss", m_values.at(m_next++), Direction::Minimize);
        return metrics;
    }
    std::vector<double> m_values;
    size_t m_next = 0;
    std::function<void()> judged;
};

struct Run {
    TrainResult result;
    std::string weights;
};

QString messageOf(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

} // namespace

class TestCallbacks : public QObject {
    Q_OBJECT

private:
    RecordingSink m_sink;
    std::unique_ptr<QTemporaryDir> m_folder;

    Run train(Model& model, Callbacks callbacks, int64_t epochs,
              const Archive* checkpoint = nullptr) {
        Trainer trainer(model, classData(12), classData(4), adamOptions(epochs, 4),
                        std::move(callbacks), m_sink);
        const TrainResult result = trainer.fit(checkpoint);
        return {result, weightsSha256(model)};
    }
    std::unique_ptr<Checkpoint> checkpoints(Checkpoint::Options options) {
        options.intervalS = 0.0;
        return std::make_unique<Checkpoint>(options, m_folder->path().toStdString(), "c");
    }
    static std::unique_ptr<EarlyStopping> stopping(int64_t patience, bool restoresBest = true) {
        return std::make_unique<EarlyStopping>(
            EarlyStopping::Options{patience, 0.0, restoresBest, ""});
    }
    QStringList files() const { return QDir(m_folder->filePath("c")).entryList(QDir::Files); }
    Archive read(const QString& name) const {
        return readArchive(m_folder->filePath("c/" + name).toStdString());
    }

private Q_SLOTS:
    void init() {
        m_sink = RecordingSink();
        m_folder = std::make_unique<QTemporaryDir>();
    }

    void stopsWhenPatienceIsAtItsEnd() {
        Judged model({5, 4, 4.5, 4, 3, 3, 9, 9});
        const Run run = train(model, list(stopping(3)), 10);
        QCOMPARE(run.result.epoch, 8); // 3 checks in a row, where the same value is not better
        QCOMPARE(run.result.ending, Ending::Finished);
        QCOMPARE(QString::fromStdString(run.result.reason),
                 "early stopping: no better loss/val for 3 checks");
    }

    void countsOnlyImprovementsBeyondTheSmallest() {
        Judged model({1.0, 0.95, 0.91, 0.7});
        auto callback = std::make_unique<EarlyStopping>(EarlyStopping::Options{2, 0.1, false, ""});
        QCOMPARE(train(model, list(std::move(callback)), 10).result.epoch, 3);
    }

    void t15_neverTakesNanForTheBest() {
        Judged model({kNan, 0.5, kNan, 0.6, 0.4, std::numeric_limits<double>::infinity()});
        train(model, list(checkpoints({1, true, 0.0, ""})), 6);
        QCOMPARE(files(), (QStringList{"step-000000000015.safetensors", // 0.4, the best
                                       "step-000000000018.safetensors"}));
        std::vector<int64_t> best;
        for (const CheckpointRecord& record : m_sink.saved)
            if (record.isBest) best.push_back(record.step);
        QCOMPARE(best, (std::vector<int64_t>{6, 15}));
    }

    void t18_namesTheMetricsWhenTheWatchedOneIsUnknown() {
        Judged model({1});
        auto callback =
            std::make_unique<EarlyStopping>(EarlyStopping::Options{2, 0.1, false, "f1/val"});
        const QString message = messageOf([&] { train(model, list(std::move(callback)), 2); });
        QVERIFY2(message.contains("f1/val, is not among the results: there is loss/val"),
                 qPrintable(message));
    }

    void watchesTheTrainingWhenThereIsNoEvaluation() {
        SmallModel model(classInfo());
        Trainer trainer(model, classData(12), nullptr, adamOptions(3, 4),
                        list(checkpoints({1, true, 0.0, ""})), m_sink);
        trainer.fit();
        QVERIFY(std::isfinite(m_sink.saved.back().metricValue));
    }

    void maximizesWhatIsBetterWhenLarger() {
        SmallModel model(classInfo());
        auto callback =
            std::make_unique<EarlyStopping>(EarlyStopping::Options{1, 0.0, false, "accuracy/val"});
        std::vector<double> seen;
        train(model,
              list(std::move(callback),
                   std::make_unique<At>(Event::EvalEnd,
                                        [&](TrainState& state) {
                                            seen.push_back(
                                                state.evalMetrics.find("accuracy/val")->value);
                                        })),
              200);
        // It ended at the first value that was not above all before.
        for (size_t i = 1; i + 1 < seen.size(); ++i)
            QVERIFY(seen[i] > seen[i - 1]);
        QVERIFY(seen.back() <= seen[seen.size() - 2]);
    }

    void t19_keepsPatienceOverAResume() {
        const std::vector<double> values = {5, 4, 6, 6, 6, 6};
        Judged first(values), second({values.begin() + 3, values.end()});
        Callbacks callbacks = list(stopping(3), checkpoints({1, false, 0.0, ""}),
                                   std::make_unique<At>(Event::EpochEnd, [](TrainState& state) {
                                       if (state.epoch == 3) state.requestPause();
                                   }));
        train(first, std::move(callbacks), 10);
        const Archive checkpoint = read(files().last());
        QCOMPARE(train(second, list(stopping(3)), 10, &checkpoint).result.epoch, 5);
    }

    void t20_savesCountersOfTheSameCheck() {
        Judged model({5, 6, 7});
        train(model, list(stopping(9), checkpoints({3, false, 0.0, ""})), 3);
        for (int epoch = 1; epoch <= 3; ++epoch)
            QCOMPARE(read(files()[epoch - 1]).integer("callback.early_stopping.waited"), epoch - 1);
    }

    void t21_doesNotTrainOnAfterItHadStopped() {
        Judged model({5, 6, 7}), again({1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
        train(model, list(stopping(2, false), checkpoints({1, false, 0.0, ""})), 10);
        const Archive checkpoint = read(files().last());
        QCOMPARE(train(again, list(stopping(2, false)), 10, &checkpoint).result.step, 9);
        QCOMPARE(train(again, list(stopping(3, false)), 10, &checkpoint).result.epoch, 7);
        QCOMPARE(train(again, list(stopping(2, false)), 5, &checkpoint).result.step, 9);
        QVERIFY(train(again, list(stopping(2, false)), 12, &checkpoint).result.step > 9);
    }

    void t22_restoresTheBestWeightsAtAnyEnding() {
        for (const bool isStopped : {false, true}) {
            Judged model({5, 3, 4, 4});
            std::vector<std::string> weights;
            Callbacks callbacks = list(stopping(isStopped ? 2 : 100),
                                       std::make_unique<At>(Event::EvalEnd, [&](TrainState& state) {
                                           weights.push_back(weightsSha256(*state.model));
                                       }));
            const Run run = train(model, std::move(callbacks), 4);
            QCOMPARE(run.weights, weights.at(1));
            QVERIFY(run.weights != weights.back());
        }
    }

    void t22_keepsTheLastWeightsWhenThereIsNoBest() {
        Judged model({kNan, kNan});
        std::string last;
        Callbacks callbacks =
            list(stopping(100), std::make_unique<At>(Event::EvalEnd, [&](TrainState& state) {
                     last = weightsSha256(*state.model);
                 }));
        QCOMPARE(train(model, std::move(callbacks), 2).weights, last);
    }

    void resumesFromTheLastWeightsNotTheBest() {
        Judged model({3, 4, 5});
        std::string last;
        Callbacks callbacks = list(stopping(100), checkpoints({1, false, 0.0, ""}),
                                   std::make_unique<At>(Event::EvalEnd, [&](TrainState& state) {
                                       last = weightsSha256(*state.model);
                                   }));
        train(model, std::move(callbacks), 3);
        SmallModel loaded(classInfo());
        loadWeights(loaded, read(files().last()).section("model"));
        QCOMPARE(weightsSha256(loaded), last);
    }

    void t23_savesAfterTheEvaluationOfTheSameStep() {
        Judged model({5, 4, 3, 2, 1, 0});
        std::map<int64_t, std::string> weights;
        TrainerOptions options = adamOptions(2, 4);
        options.evaluateEvery = 1;
        Trainer trainer(model, classData(12), classData(4), options,
                        list(checkpoints({9, true, 0.0, ""}),
                             std::make_unique<At>(Event::EvalEnd,
                                                  [&](TrainState& state) {
                                                      weights[state.globalStep] =
                                                          weightsSha256(*state.model);
                                                  })),
                        m_sink);
        trainer.fit();
        for (const CheckpointRecord& record : m_sink.saved) {
            QCOMPARE(record.metricValue, 6.0 - record.step);
            SmallModel loaded(classInfo());
            loadWeights(
                loaded,
                readArchive(m_folder->path().toStdString() + "/" + record.path).section("model"));
            QCOMPARE(weightsSha256(loaded), weights.at(record.step));
        }
        QCOMPARE(files().size(), 6);
    }

    void t33_removesWhatAKilledWriterLeft() {
        QVERIFY(QDir(m_folder->path()).mkpath("c"));
        QFile leftover(m_folder->filePath("c/step-000000000003.safetensors.part"));
        QVERIFY(leftover.open(QIODevice::WriteOnly));
        leftover.write("half");
        leftover.close();
        Judged model({1});
        train(model, list(checkpoints({1, false, 0.0, ""})), 1);
        QCOMPARE(files(), QStringList{"step-000000000003.safetensors"});
        QCOMPARE(read(files()[0]).integer("trainer.global_step"), 3);
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
        sink.folder = m_folder->path();
        Judged model({5, 1, 4, 4, 4});
        Trainer(model, classData(12), classData(4), adamOptions(5, 4),
                list(checkpoints({2, true, 0.0, ""})), sink)
            .fit();
        QVERIFY(sink.isSafe);
        QCOMPARE(sink.saved.size(), size_t(5));
        QCOMPARE(sink.removed.size(), size_t(2));
        QCOMPARE(files(),
                 (QStringList{"step-000000000006.safetensors", // the best
                              "step-000000000012.safetensors", "step-000000000015.safetensors"}));
    }

    void keepsTheBestFew() {
        Judged model({5, 1, 4, kNan, 2, 3, 9});
        train(model, list(checkpoints({1, 3, 0.0, ""})), 7);
        QCOMPARE(files(), (QStringList{"step-000000000006.safetensors",    // 1
                                       "step-000000000015.safetensors",    // 2
                                       "step-000000000018.safetensors",    // 3
                                       "step-000000000021.safetensors"})); // the last
    }

    // Files written beside the training hold the state of the step they are named after.
    void t40_writesBesideTheTrainingWhatWasAtTheStep() {
        Judged model(std::vector<double>(40, 1.0));
        std::map<int64_t, std::string> weights; // by step
        auto callback = std::make_unique<Checkpoint>(Checkpoint::Options{100, 1, 1e-9, ""},
                                                     m_folder->path().toStdString(), "c");
        int announced = 0;
        train(model,
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
        QVERIFY(m_sink.saved.size() > 1);
        QCOMPARE(announced, static_cast<int>(m_sink.saved.size()));
        QCOMPARE(m_sink.saved.back().step, int64_t(120));
        for (const CheckpointRecord& record : m_sink.saved) {
            const Archive archive = readArchive(m_folder->path().toStdString() + "/" + record.path);
            Judged copy({});
            loadWeights(copy, archive.section("model"));
            QCOMPARE(weightsSha256(copy), weights.at(record.step));
            QCOMPARE(archive.integer("trainer.global_step"), record.step);
        }
    }

    void putsOffCheckpointsThatComeTooSoonButNotTheLast() {
        Judged model({5, 1, 4, 4, 4});
        auto callback = std::make_unique<Checkpoint>(Checkpoint::Options{1, true, 3600.0, ""},
                                                     m_folder->path().toStdString(), "c");
        train(model, list(std::move(callback)), 5);
        // The first, and at the end the best that had to wait and the last.
        std::vector<int64_t> steps;
        for (const CheckpointRecord& record : m_sink.saved)
            steps.push_back(record.step);
        QCOMPARE(steps, (std::vector<int64_t>{3, 6, 15}));
        QVERIFY(m_sink.saved[1].isBest);
        QCOMPARE(read("step-000000000006.safetensors").integer("trainer.epoch"), 2);
    }

    // A full disk: the folder is read-only for root as well, as it is not there.
    void trainsOnWhenACheckpointCannotBeSaved() {
        Judged model({5, 4, 3, 2, 1});
        auto callback = checkpoints({9, false, 0.0, ""});
        const QString folder = m_folder->filePath("c");
        const QString aside = m_folder->filePath("aside");
        int evaluations = 0;
        model.judged = [&] {
            ++evaluations;
            if (evaluations == 2) QVERIFY(QDir().rename(folder, aside));
            if (evaluations == 4) QVERIFY(QDir().rename(aside, folder));
        };
        train(model, list(std::move(callback)), 5);
        std::vector<int64_t> steps;
        for (const CheckpointRecord& record : m_sink.saved)
            steps.push_back(record.step);
        QCOMPARE(steps, (std::vector<int64_t>{3, 12, 15}));
        const auto isWarning = [](const core::RunEvent& event) {
            return event.kind == "checkpoint" && event.level == core::EventLevel::Warning;
        };
        QCOMPARE(std::count_if(m_sink.events.begin(), m_sink.events.end(), isWarning), 1);
    }

    void savesTheBestLaterWhenItCouldNotBeSaved() {
        Judged model({5, 1, 4, 4});
        const QString folder = m_folder->filePath("c");
        const QString aside = m_folder->filePath("aside");
        int evaluations = 0;
        model.judged = [&] {
            ++evaluations;
            if (evaluations == 2) QVERIFY(QDir().rename(folder, aside));
            if (evaluations == 3) QVERIFY(QDir().rename(aside, folder));
        };
        train(model, list(checkpoints({1, true, 0.0, ""})), 4);
        std::vector<int64_t> steps;
        for (const CheckpointRecord& record : m_sink.saved)
            steps.push_back(record.step);
        QCOMPARE(steps, (std::vector<int64_t>{3, 6, 9, 12}));
        QVERIFY(m_sink.saved[1].isBest);
        QCOMPARE(read("step-000000000006.safetensors").integer("trainer.epoch"), 2);
        QCOMPARE(files().size(), 2);
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
        const QString folder = m_folder->filePath("c");
        const QString aside = m_folder->filePath("aside");
        WaitingSink sink;
        sink.onWait = [&] { return sink.problems.size() < 2 || QDir().rename(aside, folder); };
        Judged model({5, 4});
        model.judged = [&] { QVERIFY(QDir().rename(folder, aside)); };
        Trainer(model, classData(12), classData(4), adamOptions(1, 4),
                list(checkpoints({9, false, 0.0, ""})), sink)
            .fit();
        QCOMPARE(sink.problems.size(), size_t(2));
        QVERIFY2(sink.problems[0].find("Cannot create") == 0, sink.problems[0].c_str());
        QCOMPARE(sink.saved.size(), size_t(1));
        QCOMPARE(files(), QStringList{"step-000000000003.safetensors"});
    }

    void failsWhenTheLastCheckpointCannotBeSaved() {
        Judged model({5, 4});
        auto callback = checkpoints({9, false, 0.0, ""});
        model.judged = [&] { QDir(m_folder->filePath("c")).removeRecursively(); };
        QVERIFY_THROWS_EXCEPTION(core::Error, train(model, list(std::move(callback)), 1));
    }

    void dropsCheckpointsOfARewoundFuture() {
        Judged first({5, 4, 3, 2}), second({4, 3});
        train(first, list(checkpoints({4, false, 0.0, ""})), 4);
        QCOMPARE(files().size(), 4);
        const Archive checkpoint = read(files()[1]);
        train(second, list(checkpoints({4, false, 0.0, ""})), 4, &checkpoint);
        QCOMPARE(m_sink.removed, (std::vector<std::string>{"c/step-000000000012.safetensors"}));
        QCOMPARE(files().size(), 4); // the last two were made again
    }

    void t16_recordsThatTheLossBecameNan() {
        class Breaking : public SmallModel {
        public:
            using SmallModel::SmallModel;
            at::Tensor loss(const Tensors& out, const Batch& batch) override {
                const at::Tensor loss = SmallModel::loss(out, batch);
                return ++m_calls == 5 ? loss * kNan : loss;
            }
            int m_calls = 0;
        };
        for (const bool stops : {true, false}) {
            init();
            Breaking model(classInfo());
            Trainer trainer(model, classData(12), nullptr, adamOptions(3, 4),
                            list(std::make_unique<Recorder>(Recorder::Options{1, stops}),
                                 checkpoints({9, true, 0.0, ""})),
                            m_sink);
            const TrainResult result = trainer.fit();
            QVERIFY(m_sink.hasEvent("nan"));
            QVERIFY(std::isnan(m_sink.values("loss/train").at(4)));
            QCOMPARE(result.step, stops ? 5 : 9);
            QCOMPARE(result.ending, stops ? Ending::Stopped : Ending::Finished);
            if (stops) {
                QCOMPARE(QString::fromStdString(result.reason), "loss became NaN at step 5");
                QCOMPARE(m_sink.saved.back().step, 3); // the good one is the last
            }
            for (const auto& parameter : model.parameters())
                QVERIFY(parameter.isfinite().all().item<bool>());
        }
    }

    void recordsEveryStepAndEpoch() {
        SmallModel model(classInfo());
        train(model, list(std::make_unique<Recorder>(Recorder::Options())), 2);
        QCOMPARE(m_sink.points.at("loss/train").size(), size_t(6));
        QCOMPARE(m_sink.points.at("learning_rate").size(), size_t(6));
        QCOMPARE(m_sink.points.at("gradient/norm").size(), size_t(6));
        QCOMPARE(m_sink.points.at("accuracy/train").size(), size_t(2));
        QCOMPARE(m_sink.points.at("loss/val").size(), size_t(2));
        QCOMPARE(m_sink.points.at("accuracy/val").back().step, 6);
        QVERIFY(m_sink.points.at("samples_per_second").back().value > 0.0);
        QCOMPARE(m_sink.points.at("loss/train").front().step, 1);
        for (const SeriesKey& key : m_sink.keys)
            if (key.tag == "accuracy/val") QCOMPARE(key.direction, Direction::Maximize);
    }

    void thinsOutStepsWhenAsked() {
        SmallModel model(classInfo());
        train(model, list(std::make_unique<Recorder>(Recorder::Options{4, true})), 3);
        QCOMPARE(m_sink.points.at("loss/train").size(), size_t(2)); // steps 4 and 8 of 9
    }

    void t14_clipsAfterLoggingTheTrueNorm() {
        SmallModel model(classInfo());
        double after = 0.0;
        std::vector<double> truth;
        Callbacks callbacks = list(
            std::make_unique<Recorder>(Recorder::Options()),
            std::make_unique<GradientClipping>(ClipLimits{0.01, 0.0}),
            std::make_unique<At>(
                Event::GradientsReady,
                [&](TrainState& state) {
                    double sum = 0.0;
                    for (const auto& parameter : state.model->parameters())
                        sum += parameter.grad().square().sum().item<double>();
                    truth.push_back(std::sqrt(sum));
                },
                0, "before"),
            std::make_unique<At>(
                Event::BeforeOptimizerStep,
                [&](TrainState& state) { after = gradientNorm(state.model->parameters()).value; },
                0, "after"));
        train(model, std::move(callbacks), 1);
        const auto logged = m_sink.values("gradient/norm");
        for (size_t i = 0; i < truth.size(); ++i)
            QVERIFY(std::abs(logged[i] - truth[i]) < 1e-6 * truth[i]);
        QVERIFY(truth.back() > 0.01);
        QVERIFY(std::abs(after - 0.01) < 1e-6);
    }

    void cutsSingleNumbersOfGradients() {
        SmallModel model(classInfo());
        double largest = 0.0;
        Callbacks callbacks =
            list(std::make_unique<GradientClipping>(ClipLimits{0.0, 0.001}),
                 std::make_unique<At>(Event::BeforeOptimizerStep, [&](TrainState& state) {
                     for (const auto& parameter : state.model->parameters())
                         largest = std::max(largest, parameter.grad().abs().max().item<double>());
                 }));
        train(model, std::move(callbacks), 1);
        QVERIFY(std::abs(largest - 0.001) < 1e-9);
    }

    void tellsTheProgress() {
        SmallModel model(classInfo());
        train(model, list(std::make_unique<ProgressReporter>()), 2);
        QCOMPARE(m_sink.lastProgress.step, 6);
        QCOMPARE(m_sink.lastProgress.totalSteps, 6);
        QCOMPARE(m_sink.lastProgress.epoch, 2);
        QCOMPARE(m_sink.lastProgress.remainingS, 0.0);
        QVERIFY(std::isfinite(m_sink.lastProgress.loss));
    }
};

QTEST_GUILESS_MAIN(TestCallbacks)
#include "tst_callbacks.moc"
