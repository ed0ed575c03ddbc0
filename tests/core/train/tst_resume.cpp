// A run that was interrupted and resumed equals one that was not, bit for bit.
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include "core/error.h"
#include "core/train/callbacks/checkpoint.h"
#include "core/train/callbacks/early_stopping.h"
#include "core/train/callbacks/recorder.h"
#include "core/train/checkpoint_file.h"
#include "core/train/durable_file.h"
#include "core/train/optimizer_state.h"
#include "train_support.h"

using namespace core;
using namespace support;

namespace {

// What a run leaves: its weights and, for each series, the values by step.
struct Trace {
    std::string weights;
    std::map<std::string, std::map<int64_t, double>> points;
    std::vector<RunEvent> events;
    void add(RecordingSink& sink) {
        events.insert(events.end(), sink.events.begin(), sink.events.end());
        for (const auto& [tag, series] : sink.points)
            for (const ScalarPoint& point : series)
                points[tag][point.step] = point.value;
    }
};

struct SignOptions : torch::optim::OptimizerCloneableOptions<SignOptions> {
    double get_lr() const override { return lr; }
    void set_lr(double rate) override { lr = rate; }
    double lr = 0.01;
};

// An optimizer that nobody but its model knows.
class SignDescent : public torch::optim::Optimizer {
public:
    explicit SignDescent(std::vector<at::Tensor> parameters)
        : Optimizer({torch::optim::OptimizerParamGroup(std::move(parameters))},
                    std::make_unique<SignOptions>()) {}
    at::Tensor step(LossClosure) override {
        const torch::NoGradGuard guard;
        for (auto& group : param_groups())
            for (at::Tensor& parameter : group.params())
                parameter.sub_(parameter.grad().sign(), group.options().get_lr());
        return {};
    }
};

TrainerOptions scheduled() {
    TrainerOptions options = adamOptions(4, 8);
    options.accumulate = 2;
    options.schedule = [](const ScheduleTime& time) { return 1.0 / (1.0 + time.step); };
    return options;
}

// One session: fresh objects, as a new process has. Pauses when `pauseStep` steps are done; 0: runs
// to the end. The file carries the state to the next session.
TrainResult session(const QString& file, bool isResumed, int64_t pauseStep, Trace& trace,
                    TrainerOptions options = scheduled()) {
    torch::manual_seed(isResumed ? 999 : 5); // a resume must not depend on the seed it finds
    SmallModel model(classInfo(), 0.3);
    RecordingSink sink;
    Callbacks callbacks =
        list(std::make_unique<Recorder>(Recorder::Options()),
             std::make_unique<EarlyStopping>(EarlyStopping::Options{1000, 0.0, false, ""}),
             std::make_unique<At>(Event::StepEnd,
                                  [&](TrainState& state) {
                                      if (state.globalStep == pauseStep) state.requestPause();
                                  }),
             std::make_unique<At>(
                 Event::CheckpointSaving,
                 [&](TrainState& state) {
                     DurableFile out(file.toStdString());
                     writeArchive(*state.snapshot, out);
                     out.sync();
                     out.publish();
                     state.checkpointPath = file.toStdString();
                 },
                 order::kCheckpoint, "saver"));
    Trainer trainer(model, classData(45), classData(10, 8), options, std::move(callbacks), sink);
    const Archive checkpoint = isResumed ? readArchive(file.toStdString()) : Archive();
    const TrainResult result = trainer.fit(isResumed ? &checkpoint : nullptr);
    trace.add(sink);
    trace.weights = weightsSha256(model);
    return result;
}

} // namespace

class TestResume : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString file() const { return m_folder.filePath("checkpoint.safetensors"); }

private Q_SLOTS:
    // Every sample once per epoch, whatever the interruptions: none skipped, none seen twice.
    void t01_goesOnWithTheVeryNextBatch_data() {
        QTest::addColumn<QList<int>>("pauses");
        for (int step = 1; step <= 6; ++step)
            QTest::addRow("at step %d", step) << QList<int>{step};
        QTest::newRow("again and again") << QList<int>{1, 2, 4, 5};
    }
    void t01_goesOnWithTheVeryNextBatch() {
        class Seeing : public SmallModel {
        public:
            explicit Seeing(std::vector<std::vector<int>>& seen)
                : SmallModel(classInfo()), m_seen(seen) {}
            StepResult batchTrain(const Batch& batch, StepContext& context) override {
                m_seen.resize(static_cast<size_t>(context.epoch()) + 1);
                const at::Tensor numbers = batch.x.at("input").select(1, 3).contiguous();
                for (int64_t i = 0; i < batch.size; ++i)
                    m_seen.back().push_back(static_cast<int>(numbers.data_ptr<float>()[i]));
                return SmallModel::batchTrain(batch, context);
            }

        private:
            std::vector<std::vector<int>>& m_seen;
        };
        QFETCH(QList<int>, pauses);
        const at::Tensor input = torch::zeros({11, 4});
        input.select(1, 3).copy_(torch::arange(11)); // each sample carries its number
        const auto data =
            std::make_shared<TensorDataset>(classInfo(), input, torch::arange(11) % 3);
        std::vector<std::vector<int>> seen; // by epoch
        Archive saved;
        pauses.push_back(0);
        for (int i = 0; i < pauses.size(); ++i) {
            Seeing model(seen);
            RecordingSink sink;
            Trainer trainer(model, data, nullptr, adamOptions(2, 4),
                            list(std::make_unique<At>(Event::StepEnd,
                                                      [&](TrainState& state) {
                                                          if (state.globalStep == pauses[i])
                                                              state.requestPause();
                                                      }),
                                 std::make_unique<At>(
                                     Event::CheckpointSaving,
                                     [&](TrainState& state) {
                                         saved = *state.snapshot;
                                         state.checkpointPath = "memory";
                                     },
                                     order::kCheckpoint, "keeper")),
                            sink);
            const Archive from = saved;
            trainer.fit(i > 0 ? &from : nullptr);
        }
        QCOMPARE(seen.size(), size_t(2));
        QVERIFY(seen[0] != seen[1]); // shuffled anew
        for (std::vector<int>& epoch : seen) {
            std::sort(epoch.begin(), epoch.end());
            QCOMPARE(epoch, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
        }
    }

    void t02_continuesAsIfNothingHadHappened_data() {
        QTest::addColumn<QList<int>>("pauses");
        // An epoch has 3 steps: 6 batches, the last one short, two by two.
        for (int step = 1; step <= 12; ++step)
            QTest::addRow("at step %d", step) << QList<int>{step};
        QTest::newRow("again and again") << QList<int>{1, 2, 5, 6, 7, 11};
    }

    void t02_continuesAsIfNothingHadHappened() {
        QFETCH(QList<int>, pauses);
        Trace whole, pieces;
        QCOMPARE(session(file(), false, 0, whole).ending, Ending::Finished);
        for (int i = 0; i < pauses.size(); ++i)
            QCOMPARE(session(file(), i > 0, pauses[i], pieces).ending, Ending::Paused);
        const TrainResult last = session(file(), true, 0, pieces);
        QCOMPARE(last.ending, Ending::Finished);
        QCOMPARE(last.step, 12);
        QCOMPARE(QString::fromStdString(pieces.weights), QString::fromStdString(whole.weights));
        QCOMPARE(pieces.points, whole.points);
        QCOMPARE(whole.points.at("loss/train").size(), size_t(12));
        QCOMPARE(whole.points.at("accuracy/val").size(), size_t(4));
    }

    void t02_continuesWithEveryOptimizer_data() {
        QTest::addColumn<std::string>("type");
        QTest::addColumn<Changes>("changes");
        const auto row = [](const char* type, const Changes& changes) {
            std::string name = type;
            for (const auto& [id, value] : changes)
                name += " " + id + "=" + toText(value);
            QTest::newRow(name.c_str()) << std::string(type) << changes;
        };
        row("adam", {});
        row("adam", {{"amsgrad", true}, {"weight_decay", 0.1}});
        row("adamw", {{"decay_bias", false}}); // two groups
        row("sgd", {{"momentum", 0.0}});
        row("sgd", {{"momentum", 0.9}, {"nesterov", true}});
        row("sgd", {{"dampening", 0.5}, {"weight_decay", 0.1}, {"decay_bias", false}});
        row("rmsprop", {});
        row("rmsprop", {{"momentum", 0.9}, {"centered", true}});
        row("adagrad", {{"lr_decay", 0.1}, {"initial_accumulator_value", 0.1}});
        row("lbfgs", {{"max_iter", 4}});
        row("lbfgs", {{"max_iter", 4}, {"history_size", 3}}); // forgets the oldest on the way
        row("lbfgs", {{"max_iter", 4}, {"line_search", "none"}, {"lr", 0.1}});
        row("lbfgs", {{"tolerance_grad", 1.0}}); // never moves: torch has set no state yet
    }

    void t02_continuesWithEveryOptimizer() {
        QFETCH(std::string, type);
        QFETCH(Changes, changes);
        TrainerOptions options = scheduled();
        options.makeOptimizer = makerOf(type, changes);
        Trace whole, pieces;
        session(file(), false, 0, whole, options);
        session(file(), false, 1, pieces, options);
        for (int64_t pause : {2, 5, 7, 10})
            session(file(), true, pause, pieces, options);
        QCOMPARE(session(file(), true, 0, pieces, options).step, 12);
        QCOMPARE(QString::fromStdString(pieces.weights), QString::fromStdString(whole.weights));
        QCOMPARE(pieces.points, whole.points);
    }

    void saysThatLbfgsMovedOtherParameters() {
        Archive archive;
        const auto optimizer = makerOf("lbfgs")({torch::ones({2, 3}), torch::ones({2})});
        QVERIFY(saveOptimizer(*optimizer, archive));
        const auto other = makerOf("lbfgs")({torch::ones({2, 4}), torch::ones({2})});
        QVERIFY(messageOf([&] { loadOptimizer(*other, archive); }).contains("other parameters"));
    }

    void t04_doesNotRepeatAFinishedEpoch() {
        Trace trace;
        TrainerOptions once = scheduled();
        once.epochCount = 2;
        session(file(), false, 0, trace, once);
        std::vector<std::string> log;
        SmallModel model(classInfo(), 0.3);
        RecordingSink sink;
        const Archive checkpoint = readArchive(file().toStdString());
        Trainer trainer(model, classData(45), classData(10, 8), scheduled(),
                        list(std::make_unique<EventLog>(log)), sink);
        trainer.fit(&checkpoint);
        QCOMPARE(std::count(log.begin(), log.end(), "epochStart"), 2);
        QCOMPARE(std::count(log.begin(), log.end(), "stepEnd"), 6);
        QCOMPARE(std::count(log.begin(), log.end(), "checkpointLoaded"), 1);
    }

    void doesNothingWhenThereIsNothingLeft() {
        Trace whole, again;
        session(file(), false, 0, whole);
        const TrainResult result = session(file(), true, 0, again);
        QCOMPARE(result.step, 12);
        QCOMPARE(again.weights, whole.weights);
        QVERIFY(again.points.empty());
    }

    void t44_keepsTheTimeThatWasUsed() {
        Trace trace;
        session(file(), false, 3, trace);
        const double first = readArchive(file().toStdString()).real("trainer.seconds");
        QVERIFY(first > 0.0);
        QVERIFY(session(file(), true, 0, trace).seconds > first);
    }

    void restoresTheOptionsOfTheOptimizer() {
        // The options of a group may have been changed while training; torch::load would leave
        // them at what the constructor got.
        SmallModel model(classInfo());
        const auto makeSet = [&](double lr, double momentum) {
            return OptimizerSet(
                model,
                [=](std::vector<at::Tensor> parameters) {
                    return std::make_shared<torch::optim::SGD>(
                        std::move(parameters), torch::optim::SGDOptions(lr).momentum(momentum));
                },
                [](const ScheduleTime&) { return 1.0; });
        };
        Archive archive;
        makeSet(0.25, 0.5).save(archive);
        OptimizerSet other = makeSet(0.1, 0.9);
        other.load(archive);
        const auto& options = static_cast<torch::optim::SGDOptions&>(
            other.slots()[0].optimizer->param_groups()[0].options());
        QCOMPARE(options.lr(), 0.25);
        QCOMPARE(options.momentum(), 0.5);
    }

    void warnsOfAnOptimizerThatStartsAnew() {
        TrainerOptions options = scheduled();
        options.makeOptimizer = [](std::vector<at::Tensor> parameters) {
            return std::make_shared<SignDescent>(std::move(parameters));
        };
        const auto warnings = [](const Trace& trace) {
            QStringList texts;
            for (const RunEvent& event : trace.events)
                if (event.kind == "optimizer") texts.append(QString::fromStdString(event.text));
            return texts;
        };
        Trace first, second;
        session(file(), false, 2, first, options);
        QCOMPARE(warnings(first), QStringList());
        session(file(), true, 0, second, options);
        QCOMPARE(warnings(second).size(), 1);
        QVERIFY2(warnings(second)[0].contains("main") &&
                     warnings(second)[0].contains("SignDescent") &&
                     warnings(second)[0].contains("anew"),
                 qPrintable(warnings(second)[0]));
    }

    void saysWhichParameterDiffers() {
        class Wide : public Model {
        public:
            Wide() : Model(classInfo()) {
                register_module("first", torch::nn::Linear(4, 9));
                register_module("second", torch::nn::Linear(9, 3));
            }
            Tensors forward(const Batch&) override { return {}; }
        };
        SmallModel narrow(classInfo());
        Wide wide;
        const std::string before = weightsSha256(wide);
        const QString message = messageOf([&] { loadWeights(wide, saveWeights(narrow)); });
        QVERIFY2(message.contains("first.weight is [8, 4] there and [9, 4] here"),
                 qPrintable(message));
        QCOMPARE(weightsSha256(wide), before); // nothing was half loaded
    }

    void saysThatTheDataHasChanged() {
        Trace trace;
        session(file(), false, 2, trace);
        TrainerOptions options = scheduled();
        options.batchSize = 4;
        const QString message = messageOf([&] { session(file(), true, 0, trace, options); });
        QVERIFY2(message.contains("batches per pass"), qPrintable(message));
    }

    void saysThatAnotherOptimizerWasUsed() {
        Trace trace;
        session(file(), false, 2, trace);
        TrainerOptions options = scheduled();
        options.makeOptimizer = [](std::vector<at::Tensor> parameters) {
            return std::make_shared<torch::optim::SGD>(std::move(parameters), 0.1);
        };
        const QString message = messageOf([&] { session(file(), true, 0, trace, options); });
        QVERIFY2(message.contains("optimizer adam, not with sgd"), qPrintable(message));
    }
};

QTEST_GUILESS_MAIN(TestResume)
#include "tst_resume.moc"
