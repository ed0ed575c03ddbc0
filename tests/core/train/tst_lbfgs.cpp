// Optimizers that evaluate the loss several times per step, as L-BFGS does.
#include <cmath>

#include <QtTest/QTest>

#include "core/error.h"
#include "core/train/callbacks/gradient_clipping.h"
#include "core/train/callbacks/recorder.h"
#include "train_support.h"

using namespace core;
using namespace support;

namespace {

class LinearModel : public Model {
public:
    LinearModel() : Model(numberInfo()) {
        m_linear = register_module("linear", torch::nn::Linear(4, 1));
    }
    Tensors forward(const Batch& batch) override {
        ++evaluationCount;
        return {{"output", m_linear(batch.x.at("input"))}};
    }
    at::Tensor weights() const { // [5, 1]: slopes, then the offset
        return at::cat({m_linear->weight.reshape({4, 1}), m_linear->bias.reshape({1, 1})}).detach();
    }
    int evaluationCount = 0;

private:
    torch::nn::Linear m_linear{nullptr};
};

// Off the line by noise, so that the least squares are not zero.
std::shared_ptr<TensorDataset> noisyData(int64_t count) {
    at::Generator generator = at::detail::createCPUGenerator(11);
    const at::Tensor x = at::randn({count, 4}, generator, at::kFloat);
    const at::Tensor y = x.sum(1, true) + at::randn({count, 1}, generator, at::kFloat);
    return std::make_shared<TensorDataset>(numberInfo(), x, y);
}

at::Tensor leastSquares(const TensorDataset& data) {
    const at::Tensor input = data.input().to(at::kDouble), target = data.target().to(at::kDouble);
    const at::Tensor x = at::cat({input, at::ones({input.size(0), 1}, at::kDouble)}, 1);
    return at::linalg_solve(x.t().matmul(x), x.t().matmul(target));
}

double distance(const at::Tensor& a, const at::Tensor& b) {
    return (a.to(at::kDouble) - b.to(at::kDouble)).abs().max().item<double>();
}

// One number and a loss of it; writes down a random number of each evaluation.
class OneNumber : public Model {
public:
    using LossFn = std::function<at::Tensor(const at::Tensor&)>;
    OneNumber(double start, LossFn lossFn) : Model(numberInfo()), m_lossFn(std::move(lossFn)) {
        m_w = register_parameter("w", torch::full({1}, start));
    }
    Tensors forward(const Batch&) override { return {}; }
    StepResult batchTrain(const Batch& batch, StepContext& context) override {
        draws.push_back(torch::rand({1}).item<double>());
        StepResult result;
        result.loss = m_lossFn(m_w).sum();
        result.weight = batch.weight;
        context.log("twice", 2 * result.loss);
        return result;
    }
    double w() const { return m_w.item<double>(); }
    std::vector<double> draws;
    at::Tensor m_w;

private:
    LossFn m_lossFn;
};

at::Tensor valley(const at::Tensor& w) {
    return (w - 3).pow(2) + (w - 3).pow(4);
}

} // namespace

class TestLbfgs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void solvesLeastSquaresInAFewSteps_data() {
        QTest::addColumn<Changes>("changes");
        QTest::addColumn<int>("batchSize");
        QTest::newRow("line search, one batch") << Changes{} << 37;
        QTest::newRow("line search, batches joined") << Changes{} << 8; // the last one is short
        QTest::newRow("full steps, one batch") << Changes{{"line_search", "none"}} << 37;
    }

    void solvesLeastSquaresInAFewSteps() {
        QFETCH(Changes, changes);
        QFETCH(int, batchSize);
        torch::manual_seed(1);
        LinearModel model;
        RecordingSink sink;
        TrainerOptions options = optionsWith("lbfgs", changes, 3, batchSize);
        options.accumulate = 100;
        const auto data = noisyData(37);
        const TrainResult result = Trainer(model, data, nullptr, options, {}, sink).fit();
        QCOMPARE(result.step, 3); // a step is one however often it evaluates
        // In float32 the loss is flat within about the root of its rounding, 3e-4.
        const double error = distance(model.weights(), leastSquares(*data));
        QVERIFY2(error < 1e-3, qPrintable(QString::number(error)));
    }

    void firesEventsAndLogsForTheFirstEvaluationAlone() {
        const auto eventsOf = [](const char* optimizer, int& evaluations, size_t& points) {
            LinearModel model;
            RecordingSink sink;
            std::vector<std::string> log;
            TrainerOptions options = optionsWith(optimizer, {}, 1, 10);
            options.accumulate = 2;
            Trainer(model, noisyData(40), nullptr, options,
                    list(std::make_unique<EventLog>(log),
                         std::make_unique<Recorder>(Recorder::Options())),
                    sink)
                .fit();
            evaluations = model.evaluationCount;
            points = sink.values("loss/train").size();
            return log;
        };
        int plainCount = 0, closureCount = 0;
        size_t plainPoints = 0, closurePoints = 0;
        const auto plain = eventsOf("adam", plainCount, plainPoints);
        const auto closure = eventsOf("lbfgs", closureCount, closurePoints);
        QVERIFY(closure == plain);
        QCOMPARE(closurePoints, plainPoints);
        QCOMPARE(plainCount, 4);
        QVERIFY2(closureCount > 8, qPrintable(QString::number(closureCount)));
    }

    void logsModelNumbersOnce() {
        OneNumber model(0.0, valley);
        RecordingSink sink;
        Trainer(model, numberData(4), nullptr, optionsWith("lbfgs", {}, 1, 2),
                list(std::make_unique<Recorder>(Recorder::Options())), sink)
            .fit();
        QVERIFY(model.draws.size() > 4);
        QCOMPARE(sink.values("twice/train").size(), size_t(2));
        QCOMPARE(sink.values("twice/train")[0], 2 * (9.0 + 81.0));
    }

    // Dropout must be the same in each evaluation of a step, and draw in the next step what it
    // would have drawn without the repetitions.
    void drawsTheSameRandomNumbersInEachEvaluation() {
        const auto drawsWith = [](const char* optimizer) {
            torch::manual_seed(4);
            OneNumber model(0.0, valley);
            RecordingSink sink;
            TrainerOptions options = optionsWith(optimizer, {}, 1, 1);
            options.accumulate = 2;
            Trainer(model, numberData(4), nullptr, options, {}, sink).fit();
            return model.draws;
        };
        const std::vector<double> plain = drawsWith("adam"), repeated = drawsWith("lbfgs");
        QCOMPARE(plain.size(), size_t(4));
        QVERIFY(repeated.size() > 8);
        size_t i = 0;
        for (; i + 1 < repeated.size() && repeated[i] == plain[0]; i += 2)
            QCOMPARE(repeated[i + 1], plain[1]);
        QVERIFY(i >= 4); // the first window was evaluated again
        for (; i + 1 < repeated.size() && repeated[i] == plain[2]; i += 2)
            QCOMPARE(repeated[i + 1], plain[3]);
        QCOMPARE(i, repeated.size());
    }

    void learnsWithDropout() {
        torch::manual_seed(2);
        SmallModel model(classInfo(), 0.5);
        RecordingSink sink;
        Trainer(model, classData(60), nullptr, optionsWith("lbfgs", {}, 5, 60),
                list(std::make_unique<Recorder>(Recorder::Options())), sink)
            .fit();
        const std::vector<double> losses = sink.values("loss/train");
        QVERIFY2(losses.back() < 0.8 * losses.front(),
                 qPrintable(QString::number(losses.back() / losses.front())));
    }

    void evaluatesAnewWhenAnotherOptimizerHasMoved() {
        // b's best place depends on a, which Adam moves first in the same window.
        class Two : public Model {
        public:
            Two() : Model(numberInfo()) {
                m_a = register_parameter("a", torch::ones({1}));
                m_b = register_parameter("b", torch::zeros({1}));
            }
            Tensors forward(const Batch&) override { return {}; }
            std::vector<OptimizerSpec> configureOptimizers() override {
                return {{"a",
                         {m_a},
                         std::make_shared<torch::optim::Adam>(std::vector<at::Tensor>{m_a}, 0.5)},
                        {"b", {m_b}}};
            }
            StepResult batchTrain(const Batch& batch, StepContext&) override {
                StepResult result;
                result.loss = (m_a + (m_b - m_a).pow(2)).sum();
                result.weight = batch.weight;
                return result;
            }
            at::Tensor m_a, m_b;
        };
        Two model;
        RecordingSink sink;
        const TrainResult result =
            Trainer(model, numberData(4), nullptr, optionsWith("lbfgs", {}, 1, 4), {}, sink).fit();
        QCOMPARE(result.step, 1);
        QVERIFY(model.m_a.item<double>() != 1.0);
        QVERIFY(std::abs(model.m_b.item<double>() - model.m_a.item<double>()) < 1e-5);
        QVERIFY(model.m_a.requires_grad());
    }

    void worksInOptimizeWith() {
        class Manual : public OneNumber {
        public:
            Manual() : OneNumber(0.0, valley) {}
            StepResult batchTrain(const Batch& batch, StepContext& context) override {
                StepResult result;
                result.loss = context.optimizeWith("main", [&] {
                    ++evaluationCount;
                    return valley(m_w).sum();
                });
                result.weight = batch.weight;
                return result;
            }
            int evaluationCount = 0;
        };
        RecordingSink sink;
        Manual model;
        TrainerOptions options = optionsWith("lbfgs", {}, 2, 4);
        QCOMPARE(Trainer(model, numberData(4), nullptr, options, {}, sink).fit().step, 2);
        QVERIFY(std::abs(model.w() - 3.0) < 1e-3);
        QVERIFY(model.evaluationCount > 4);
        options.accumulate = 2;
        options.batchSize = 2;
        const QString message = messageOf([&] {
            Manual other;
            Trainer(other, numberData(4), nullptr, options, {}, sink).fit();
        });
        QVERIFY2(message.contains("batches per step"), qPrintable(message));
    }

    void refusesAStepInBatchTrain() {
        class Stepping : public OneNumber {
        public:
            Stepping() : OneNumber(0.0, valley) {}
            StepResult batchTrain(const Batch& batch, StepContext& context) override {
                StepResult result = OneNumber::batchTrain(batch, context);
                context.backward(result.loss);
                context.step();
                return result;
            }
        };
        Stepping model;
        RecordingSink sink;
        const QString message = messageOf([&] {
            Trainer(model, numberData(4), nullptr, optionsWith("lbfgs", {}, 1, 4), {}, sink).fit();
        });
        QVERIFY2(message.contains("optimizeWith()"), qPrintable(message));
    }

    void takesBackAStepThatEndsInNan() {
        // The slope of the root at 1 is 1/2: the first move, ten times as long, ends below zero.
        OneNumber model(1.0, [](const at::Tensor& w) { return w.sqrt(); });
        RecordingSink sink;
        Trainer trainer(model, numberData(2), nullptr,
                        optionsWith("lbfgs", {{"line_search", "none"}, {"lr", 10.0}}, 1, 1), {},
                        sink);
        trainer.fit();
        QCOMPARE(model.w(), 1.0);
        QCOMPARE(trainer.state().globalStep, 2);
        QCOMPARE(trainer.state().skippedSteps, 2);
        QVERIFY(sink.hasEvent("skipped"));
    }

    void doesNotClip() {
        const auto weightAfter = [](Callbacks callbacks, RecordingSink& sink) {
            OneNumber model(0.0, valley);
            Trainer(model, numberData(4), nullptr, optionsWith("lbfgs", {}, 1, 4),
                    std::move(callbacks), sink)
                .fit();
            return model.w();
        };
        RecordingSink plain, clipped;
        const double wanted = weightAfter({}, plain);
        QCOMPARE(
            weightAfter(list(std::make_unique<GradientClipping>(ClipLimits{1e-3, 0.0})), clipped),
            wanted);
        QVERIFY(clipped.hasEvent("clipping"));
        QVERIFY(!plain.hasEvent("clipping"));
    }
};

QTEST_GUILESS_MAIN(TestLbfgs)
#include "tst_lbfgs.moc"
