#include <cmath>
#include <fstream>

#include <QtTest/QTest>

#include <torch/csrc/autograd/autograd.h>

#include "core/error.h"
#include "core/train/callbacks/recorder.h"
#include "core/train/schedule_factory.h"
#include "train_support.h"

using namespace core;
using namespace support;

namespace {

// Plain gradient descent, so that a step's size shows the gradient.
TrainerOptions sgdOptions(int64_t epochs, int64_t batchSize, double lr) {
    TrainerOptions options = adamOptions(epochs, batchSize);
    options.makeOptimizer = [lr](std::vector<at::Tensor> parameters) {
        return std::make_shared<torch::optim::SGD>(std::move(parameters), lr);
    };
    return options;
}

// Weights after one run of a model that always starts from the same ones.
Archive weightsAfter(const TrainerOptions& options, std::shared_ptr<const Dataset> data,
                     Callbacks callbacks = {}) {
    torch::manual_seed(1);
    SmallModel model(data->info());
    RecordingSink sink;
    Trainer(model, data, nullptr, options, std::move(callbacks), sink).fit();
    return saveWeights(model);
}

double largestDifference(const Archive& a, const Archive& b) {
    double largest = 0.0;
    for (const auto& [name, value] : a.values())
        largest = std::max(largest, (a.tensor(name) - b.tensor(name)).abs().max().item<double>());
    return largest;
}

// Gives each batch the loss and weight it is told.
class ScriptedModel : public Model {
public:
    ScriptedModel(std::vector<double> losses, std::vector<double> weights)
        : Model(numberInfo()), m_losses(std::move(losses)), m_weights(std::move(weights)) {
        m_w = register_parameter("w", torch::ones({1}));
    }
    Tensors forward(const Batch&) override { return {}; }
    StepResult batchTrain(const Batch&, StepContext& context) override {
        StepResult result;
        result.loss = (m_w * m_losses.at(m_next)).sum();
        result.weight = m_weights.at(m_next);
        ++m_next;
        context.log("twice", 2 * result.loss, result.weight);
        return result;
    }
    at::Tensor m_w;

private:
    std::vector<double> m_losses;
    std::vector<double> m_weights;
    size_t m_next = 0;
};

int64_t residentKb() {
    std::ifstream status("/proc/self/status");
    std::string word;
    while (status >> word)
        if (word == "VmRSS:") {
            int64_t kb = 0;
            status >> kb;
            return kb;
        }
    return 0;
}

} // namespace

class TestTrainer : public QObject {
    Q_OBJECT

private:
    static QString joined(const std::vector<std::string>& words) {
        QStringList list;
        for (const std::string& word : words)
            list << QString::fromStdString(word);
        return list.join(' ');
    }

private Q_SLOTS:
    void reportsHowItEnded() {
        SmallModel model(classInfo());
        RecordingSink sink;
        TrainerOptions options = adamOptions(3, 4);
        const TrainResult all = Trainer(model, classData(12), nullptr, options, {}, sink).fit();
        QCOMPARE(all.ending, Ending::Finished);
        QCOMPARE(all.step, 9);
        QCOMPARE(all.epoch, 3);
        options.stepLimit = 4;
        const TrainResult some = Trainer(model, classData(12), nullptr, options, {}, sink).fit();
        QCOMPARE(some.step, 4); // not one more
        QCOMPARE(some.epoch, 1);
        QCOMPARE(QString::fromStdString(some.reason), QString("max steps"));
    }

    // Epochs of 12 samples: 4, 4, 4 ... The step that reaches the limit is the last.
    void endsAtALimitOfSamples_data() {
        QTest::addColumn<int>("limit");
        QTest::addColumn<int>("steps");
        QTest::newRow("on the dot") << 16 << 4;
        QTest::newRow("within a batch") << 17 << 5;
        QTest::newRow("not reached") << 100 << 9;
    }
    void endsAtALimitOfSamples() {
        QFETCH(int, limit);
        QFETCH(int, steps);
        SmallModel model(classInfo());
        RecordingSink sink;
        TrainerOptions options = adamOptions(3, 4);
        options.sampleLimit = limit;
        Trainer trainer(model, classData(12), nullptr, options, {}, sink);
        const TrainResult result = trainer.fit();
        QCOMPARE(result.step, steps);
        QCOMPARE(trainer.state().totalSteps, steps); // what schedules reckon with
        QCOMPARE(result.reason, limit < 36 ? "max samples" : "max epochs");
    }

    void t38_checksTheEvaluationBeforeTrainingWithoutATrace() {
        class Counting : public SmallModel {
        public:
            Counting() : SmallModel(classInfo(), 0.3) {}
            void batchEval(const Batch& batch, MetricSet& metrics, StepContext& context) override {
                ++evaluations;
                torch::rand({3}); // as a model that samples would
                SmallModel::batchEval(batch, metrics, context);
            }
            int evaluations = 0;
        };
        const auto traceOf = [](int64_t sanityBatches, int expected) {
            torch::manual_seed(1);
            Counting model;
            RecordingSink sink;
            TrainerOptions options = adamOptions(2, 4);
            options.sanityBatches = sanityBatches;
            Trainer trainer(model, classData(12), classData(12, 8), options,
                            list(std::make_unique<Recorder>(Recorder::Options())), sink);
            trainer.fit();
            if (model.evaluations != expected) return std::string("evaluations differ");
            std::string trace = weightsSha256(model);
            for (const std::string tag : {"loss/train", "loss/val", "accuracy/val"})
                for (double value : sink.values(tag))
                    trace += " " + std::to_string(value);
            return trace;
        };
        QCOMPARE(traceOf(2, 6 + 2), traceOf(0, 6));
        QCOMPARE(traceOf(100, 6 + 3), traceOf(0, 6)); // no more than there are
    }

    void t38_findsAMistakeInTheEvaluationBeforeTraining() {
        class Wrong : public SmallModel {
        public:
            using SmallModel::SmallModel;
            Metrics aggregateMetrics(MetricSet&) override { throw Error("no mean of nothing"); }
        };
        Wrong model(classInfo());
        RecordingSink sink;
        TrainerOptions options = adamOptions(1, 4);
        options.sanityBatches = 1;
        Trainer trainer(model, classData(12), classData(4), options, {}, sink);
        QCOMPARE(messageOf([&] { trainer.fit(); }),
                 "The model failed in aggregateMetrics: no mean of nothing");
        QCOMPARE(trainer.state().globalStep, int64_t(0));
    }

    void t05_weighsTheShortLastWindowByItsRealWeight() {
        // 10 samples: batches of 4, 4, 2 joined by two are steps of 8 and 2 samples.
        const auto data = classData(10);
        TrainerOptions joined = sgdOptions(1, 4, 0.5);
        joined.accumulate = 2;
        TrainerOptions whole = sgdOptions(1, 8, 0.5);
        QVERIFY(largestDifference(weightsAfter(joined, data), weightsAfter(whole, data)) < 1e-6);
    }

    void t06_weighsBatchesByTheirItems() {
        // Gradients 1 and 4 with weights 3 and 1 make (3 * 1 + 1 * 4) / 4.
        ScriptedModel model({1.0, 4.0}, {3.0, 1.0});
        RecordingSink sink;
        TrainerOptions options = sgdOptions(1, 1, 1.0);
        options.accumulate = 2;
        Trainer(model, numberData(2), nullptr, options, {}, sink).fit();
        QCOMPARE(model.m_w.item<double>(), 1.0 - 7.0 / 4.0);
    }

    void leavesOutBatchesWithoutWeight() {
        ScriptedModel model({1.0, std::nan("")}, {1.0, 0.0});
        RecordingSink sink;
        Trainer trainer(model, numberData(2), nullptr, sgdOptions(1, 1, 1.0), {}, sink);
        trainer.fit();
        QCOMPARE(model.m_w.item<double>(), 0.0);
        QCOMPARE(trainer.state().trainMetrics.find("loss/train")->value, 1.0);
    }

    void t07_warnsWhenAWindowIsLongerThanAnEpoch() {
        SmallModel model(classInfo());
        RecordingSink sink;
        TrainerOptions options = adamOptions(2, 4);
        options.accumulate = 5;
        const TrainResult result = Trainer(model, classData(12), nullptr, options, {}, sink).fit();
        QCOMPARE(result.step, 2);
        QVERIFY(sink.hasEvent("accumulate"));
    }

    void t08_evaluatesWithoutATraceInTheTraining() {
        const auto run = [](int64_t evaluateEvery, std::shared_ptr<const Dataset> validation) {
            torch::manual_seed(1);
            SmallModel model(classInfo(), 0.5);
            RecordingSink sink;
            TrainerOptions options = adamOptions(2, 4);
            options.evaluateEvery = evaluateEvery;
            options.accumulate = 2;
            Trainer(model, classData(30), validation, options, {}, sink).fit();
            return weightsSha256(model);
        };
        const std::string without = run(0, nullptr);
        QCOMPARE(run(0, classData(9)), without);
        QCOMPARE(run(1, classData(9)), without);
    }

    void evaluatesWhenItIsDue() {
        SmallModel model(classInfo());
        RecordingSink sink;
        std::vector<int64_t> steps;
        TrainerOptions options = adamOptions(2, 4); // 3 steps an epoch
        options.evaluateEvery = 2;
        options.stepLimit = 5;
        Callbacks callbacks = list(std::make_unique<At>(
            Event::EvalEnd, [&](TrainState& state) { steps.push_back(state.globalStep); }));
        Trainer(model, classData(12), classData(4), options, std::move(callbacks), sink).fit();
        QCOMPARE(steps, (std::vector<int64_t>{2, 4, 5})); // the last at the end of the run
    }

    void t09_takesEpochMetricsOverItems() {
        ScriptedModel model({0.7, 0.8, 0.9}, {256, 256, 10});
        RecordingSink sink;
        Trainer trainer(model, numberData(3), nullptr, sgdOptions(1, 1, 0.0), {}, sink);
        trainer.fit();
        const double loss = trainer.state().trainMetrics.find("loss/train")->value;
        QVERIFY(std::abs(loss - (256 * 0.7 + 256 * 0.8 + 10 * 0.9) / 522) < 1e-7);
    }

    // Tensors whose first dimension is not the batch: nothing looks at shapes to count samples.
    void t10_takesSizeAndWeightFromTheBatch() {
        class Sequences : public Dataset {
        public:
            int64_t size() const override { return 6; }
            const DatasetInfo& info() const override { return m_info; }
            Batch gather(const at::Tensor& index) const override {
                const int64_t count = index.size(0);
                return {{{"vocabulary", torch::zeros({50, 3})},  // no sample in it
                         {"input", torch::ones({7, count, 4})}}, // time comes first
                        count,
                        static_cast<double>(5 * count)}; // tokens
            }

        private:
            DatasetInfo m_info = numberInfo();
        };
        class Reader : public SmallModel {
        public:
            Reader() : SmallModel(numberInfo()) {}
            at::Tensor loss(const Tensors& out, const Batch&) override {
                return out.at("output").square().mean();
            }
        };
        Reader model;
        RecordingSink sink;
        double weight = 0.0;
        Trainer trainer(
            model, std::make_shared<Sequences>(), nullptr, adamOptions(1, 4),
            list(std::make_unique<At>(Event::BatchEnd,
                                      [&](TrainState& state) { weight += state.result.weight; })),
            sink);
        QCOMPARE(trainer.fit().step, int64_t(2));
        QCOMPARE(trainer.state().sampleCount, int64_t(6));
        QCOMPARE(weight, 30.0);
    }

    void t11_logsTheSameLossForAnyWindow() {
        ScriptedModel model({2.0, 4.0, 6.0, 8.0}, {1, 3, 1, 1});
        RecordingSink sink;
        TrainerOptions options = sgdOptions(1, 1, 0.0);
        options.accumulate = 2;
        Trainer(model, numberData(4), nullptr, options,
                list(std::make_unique<Recorder>(Recorder::Options())), sink)
            .fit();
        QCOMPARE(sink.values("loss/train"), (std::vector<double>{3.5, 7.0}));
        QCOMPARE(sink.values("twice/train"), (std::vector<double>{7.0, 14.0}));
    }

    void t12_advancesTheScheduleOncePerStep() {
        SmallModel model(classInfo());
        RecordingSink sink;
        TrainerOptions options = adamOptions(2, 4, 1.0);
        options.accumulate = 2; // 2 steps an epoch
        options.schedule = [](const ScheduleTime& time) {
            return std::min(1.0, static_cast<double>(time.step + 1) / 4);
        };
        Trainer(model, classData(12), nullptr, options,
                list(std::make_unique<Recorder>(Recorder::Options())), sink)
            .fit();
        QCOMPARE(sink.values("learning_rate"), (std::vector<double>{0.25, 0.5, 0.75, 1.0}));
    }

    void t12_warmsUpInSixteenStepsForAnyWindow_data() {
        QTest::addColumn<int>("accumulate");
        for (int accumulate : {1, 2, 3, 8})
            QTest::addRow("%d batches", accumulate) << accumulate;
    }

    void t12_warmsUpInSixteenStepsForAnyWindow() {
        QFETCH(int, accumulate);
        SmallModel model(classInfo());
        RecordingSink sink;
        TrainerOptions options = sgdOptions(1, 1, 1.0);
        options.accumulate = accumulate;
        options.schedule = makeSchedule(
            "constant", paramsOf(ComponentKind::Schedule, "constant", {{"warmup_steps", 16}}));
        Trainer(model, classData(20 * accumulate), nullptr, options,
                list(std::make_unique<Recorder>(Recorder::Options())), sink)
            .fit();
        const std::vector<double> rates = sink.values("learning_rate");
        QCOMPARE(rates.size(), size_t(20));
        for (size_t step = 0; step < rates.size(); ++step)
            QCOMPARE(rates[step], std::min(1.0, static_cast<double>(step + 1) / 16));
    }

    void t13_skipsAStepWhoseGradientIsNotFinite() {
        ScriptedModel model({1.0, std::numeric_limits<double>::infinity(), 1.0}, {1, 1, 1});
        RecordingSink sink;
        TrainerOptions options = sgdOptions(1, 1, 1.0);
        options.schedule = [](const ScheduleTime& time) { return time.step == 1 ? 0.5 : 1.0; };
        Trainer trainer(model, numberData(3), nullptr, options, {}, sink);
        trainer.fit();
        QCOMPARE(trainer.state().globalStep, 3);
        QCOMPARE(trainer.state().skippedSteps, 1);
        // The skipped step did not advance the schedule: the third one has its factor.
        QCOMPARE(model.m_w.item<double>(), 1.0 - 1.0 - 0.5);
        QVERIFY(sink.hasEvent("skipped"));
    }

    void t26_keepsNoGraphAlive() {
        SmallModel model(classInfo());
        RecordingSink sink;
        bool hadGraph = false;
        int64_t before = 0, after = 0;
        Callbacks callbacks = list(std::make_unique<Recorder>(Recorder::Options()),
                                   std::make_unique<At>(Event::StepEnd, [&](TrainState& state) {
                                       hadGraph = hadGraph || state.result.loss.requires_grad() ||
                                                  !state.result.out.empty();
                                       if (state.globalStep == 200) before = residentKb();
                                       if (state.globalStep == 1200) after = residentKb();
                                   }));
        Trainer(model, classData(1200), nullptr, adamOptions(1, 1), std::move(callbacks), sink)
            .fit();
        QVERIFY(!hadGraph);
        QVERIFY2(after - before < 4096, qPrintable(QString::number(after - before) + " kB more"));
    }

    void t29_tellsEveryCallbackOfAnError() {
        SmallModel model(classInfo());
        RecordingSink sink;
        std::vector<std::string> log;
        Callbacks callbacks =
            list(std::make_unique<At>(
                     Event::AfterLoss, [](TrainState&) { throw std::runtime_error("no luck"); }, 0,
                     "unlucky"),
                 std::make_unique<At>(
                     Event::Exception, [](TrainState&) { throw std::runtime_error("worse"); }, -1,
                     "worse"),
                 std::make_unique<EventLog>(log));
        Trainer trainer(model, classData(4), nullptr, adamOptions(1, 4), std::move(callbacks),
                        sink);
        const QString message = messageOf([&] { trainer.fit(); });
        QCOMPARE(message, "Callback unlucky failed at afterLoss: no luck");
        QCOMPARE(joined(log),
                 "setup fitStart epochStart fetchStart stepStart batchStart exception "
                 "teardown");
        QCOMPARE(QString::fromStdString(trainer.state().error), message);
    }

    void disablesASinkThatFails() {
        SmallModel model(classInfo());
        RecordingSink sink;
        int calls = 0;
        Callbacks callbacks = list(std::make_unique<At>(
            Event::StepEnd,
            [&](TrainState&) {
                ++calls;
                throw std::runtime_error("disk full");
            },
            order::kSink, "logger"));
        const TrainResult result =
            Trainer(model, classData(12), nullptr, adamOptions(1, 4), std::move(callbacks), sink)
                .fit();
        QCOMPARE(result.step, 3);
        QCOMPARE(calls, 1);
        QVERIFY(sink.hasEvent("callback"));
    }

    void namesTheMethodInWhichAModelFails() {
        class Wrong : public SmallModel {
        public:
            using SmallModel::SmallModel;
            Tensors forward(const Batch& batch) override {
                return {{"output", batch.x.at("input").matmul(torch::ones({5, 3}))}};
            }
        };
        Wrong model(classInfo());
        RecordingSink sink;
        Trainer trainer(model, classData(4), nullptr, adamOptions(1, 4), {}, sink);
        const QString message = messageOf([&] { trainer.fit(); });
        QVERIFY2(message.startsWith("The model failed in batchTrain: mat1 and mat2"),
                 qPrintable(message));
        QVERIFY(!message.contains("frame #")); // no stack trace
    }

    void refusesALossThatCannotTrain() {
        class Detached : public SmallModel {
        public:
            using SmallModel::SmallModel;
            at::Tensor loss(const Tensors& out, const Batch& batch) override {
                return SmallModel::loss(out, batch).detach();
            }
        };
        Detached model(classInfo());
        RecordingSink sink;
        Trainer trainer(model, classData(4), nullptr, adamOptions(1, 4), {}, sink);
        QVERIFY(messageOf([&] { trainer.fit(); }).contains("does not depend on any parameter"));
    }

    void ordersCallbacksByNumberAndTearsDownInReverse() {
        SmallModel model(classInfo());
        RecordingSink sink;
        std::string starts, ends;
        Callbacks callbacks;
        for (const auto& [name, order] : {std::pair("c", 90), {"a", -50}, {"b", 0}}) {
            callbacks.push_back(std::make_unique<At>(
                Event::FitStart, [&starts, name = name](TrainState&) { starts += name; }, order,
                std::string(name) + "1"));
            callbacks.push_back(std::make_unique<At>(
                Event::Teardown, [&ends, name = name](TrainState&) { ends += name; }, order,
                std::string(name) + "2"));
        }
        Trainer(model, classData(4), nullptr, adamOptions(1, 4), std::move(callbacks), sink).fit();
        QCOMPARE(QString::fromStdString(starts + ends), "abccba");
    }

    void t35_trainsTwoOptimizersAsOneStep() {
        class Two : public Model {
        public:
            Two() : Model(numberInfo()) {
                m_a = register_parameter("a", torch::ones({1}));
                m_b = register_parameter("b", torch::ones({1}));
            }
            Tensors forward(const Batch&) override { return {}; }
            std::vector<OptimizerSpec> configureOptimizers() override {
                return {{"a", {m_a}}, {"b", {m_b}}};
            }
            // Both losses depend on both parameters; each optimizer moves its own alone.
            StepResult batchTrain(const Batch& batch, StepContext& context) override {
                StepResult result;
                result.loss = context.optimizeWith("a", [&] { return (m_a * 2 + m_b).sum(); });
                context.optimizeWith("b", [&] { return (m_a + m_b * 3).sum(); });
                result.weight = batch.weight;
                return result;
            }
            at::Tensor m_a, m_b;
        };
        for (int64_t accumulate : {1, 2}) {
            Two model;
            RecordingSink sink;
            TrainerOptions options = sgdOptions(1, 1, 0.1);
            options.accumulate = accumulate;
            const TrainResult result =
                Trainer(model, numberData(2), nullptr, options, {}, sink).fit();
            const double steps = 2.0 / static_cast<double>(accumulate);
            QCOMPARE(result.step, 2 / accumulate);
            QVERIFY(std::abs(model.m_a.item<double>() - (1.0 - 0.2 * steps)) < 1e-6);
            QVERIFY(std::abs(model.m_b.item<double>() - (1.0 - 0.3 * steps)) < 1e-6);
        }
    }

    void t35_countsTheStepsOfEachOptimizerByItself() {
        // "b" steps in every second window, and once its gradient is infinite.
        class Two : public Model {
        public:
            Two() : Model(numberInfo()) {
                m_a = register_parameter("a", torch::ones({1}));
                m_b = register_parameter("b", torch::ones({1}));
            }
            Tensors forward(const Batch&) override { return {}; }
            std::vector<OptimizerSpec> configureOptimizers() override {
                return {{"a", {m_a}}, {"b", {m_b}}};
            }
            StepResult batchTrain(const Batch& batch, StepContext& context) override {
                const bool isBroken = context.globalStep() == 3;
                StepResult result;
                result.loss = (m_a + m_b * (isBroken ? HUGE_VAL : 1.0)).sum();
                result.weight = batch.weight;
                return result;
            }
            void optimize(StepContext& context) override {
                context.step("a");
                if (context.globalStep() % 2 == 1) context.step("b");
            }
            at::Tensor m_a, m_b;
        };
        Two model;
        RecordingSink sink;
        TrainerOptions options = sgdOptions(1, 1, 1.0);
        options.schedule = [](const ScheduleTime& time) {
            return std::pow(0.5, static_cast<double>(time.step));
        };
        Trainer trainer(model, numberData(6), nullptr, options,
                        list(std::make_unique<Recorder>(Recorder::Options())), sink);
        QCOMPARE(trainer.fit().step, 6);
        QCOMPARE(trainer.state().skippedSteps, 1);
        QCOMPARE(sink.values("learning_rate/a"),
                 (std::vector<double>{1.0, 0.5, 0.25, 0.125, 0.0625, 0.03125}));
        // In windows 1, 3 (skipped: its rate stays what it was) and 5.
        QCOMPARE(sink.values("learning_rate/b"), (std::vector<double>{1.0, 1.0, 0.5}));
        QCOMPARE(model.m_b.item<double>(), 1.0 - 1.0 - 0.5);
    }

    void trainsByTheModelsOwnRuleWithoutAnOptimizer() {
        class OwnRule : public ScriptedModel {
        public:
            using ScriptedModel::ScriptedModel;
            std::vector<OptimizerSpec> configureOptimizers() override { return {}; }
            void optimize(StepContext&) override {
                const at::NoGradGuard noGrad;
                m_w -= m_w.grad().sign();
            }
        };
        OwnRule model({5.0, -3.0, 1.0}, {1, 1, 1});
        RecordingSink sink;
        Trainer(model, numberData(3), nullptr, sgdOptions(1, 1, 0.0), {}, sink).fit();
        QCOMPARE(model.m_w.item<double>(), 0.0); // 1 - 1 + 1 - 1
    }

    void t36_givesGradientsInEvaluationWhenAsked() {
        class Adapting : public SmallModel {
        public:
            using SmallModel::SmallModel;
            bool needsGradInEval() const override { return true; }
            void batchEval(const Batch& batch, MetricSet& metrics, StepContext&) override {
                const auto gradients =
                    torch::autograd::grad({loss(forward(batch), batch)}, parameters());
                metrics.add("steepness", gradients[0].norm(), batch.weight);
            }
        };
        Adapting model(classInfo());
        RecordingSink sink;
        Trainer trainer(model, classData(4), classData(4), adamOptions(1, 4), {}, sink);
        trainer.fit();
        QVERIFY(trainer.state().evalMetrics.find("steepness/val")->value > 0.0);
    }

    void t42_trainsOnWhatTheModelCollects() {
        class Acting : public SmallModel {
        public:
            using SmallModel::SmallModel;
            std::shared_ptr<const Dataset> collect(RolloutContext& context) override {
                context.log("return", static_cast<double>(context.epoch()));
                return classData(6, static_cast<uint64_t>(context.epoch()));
            }
            int64_t innerEpochs() const override { return 2; }
            Metrics evalRollout(RolloutContext&) override {
                Metrics metrics;
                metrics.set("return", 5.0, Direction::Maximize);
                return metrics;
            }
        };
        Acting model(classInfo());
        RecordingSink sink;
        std::vector<std::string> log;
        Trainer trainer(model, nullptr, nullptr, adamOptions(3, 6),
                        list(std::make_unique<EventLog>(log)), sink);
        const TrainResult result = trainer.fit();
        QCOMPARE(result.step, 6);
        QCOMPARE(result.epoch, 3);
        QCOMPARE(trainer.state().trainMetrics.find("return/train")->value, 2.0);
        QCOMPARE(trainer.state().evalMetrics.find("return/val")->value, 5.0);
        QCOMPARE(std::count(log.begin(), log.end(), "rolloutEnd"), 3);
    }
};

QTEST_GUILESS_MAIN(TestTrainer)
#include "tst_trainer.moc"
