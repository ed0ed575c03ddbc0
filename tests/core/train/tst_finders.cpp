#include <cmath>

#include <QtTest/QTest>

#include "core/error.h"
#include "core/train/batch_finder.h"
#include "core/train/lr_finder.h"
#include "core/train/optimizer_set.h"
#include "core/train/torch_compat.h"
#include "train_support.h"

using namespace core;
using namespace support;

namespace {

// Remembers the sizes of its batches; has memory for so many samples.
class Limited : public SmallModel {
public:
    explicit Limited(int64_t capacity) : SmallModel(classInfo()), m_capacity(capacity) {}
    StepResult batchTrain(const Batch& batch, StepContext& context) override {
        sizes.push_back(batch.size);
        if (batch.size > m_capacity)
            throw std::runtime_error("CUDA out of memory. Tried to allocate 2.00 GiB");
        return SmallModel::batchTrain(batch, context);
    }
    std::vector<int64_t> sizes;

private:
    int64_t m_capacity;
};

// All that a finder must not change.
std::string stateOf(Model& model) {
    std::string state = weightsSha256(model);
    for (const at::Tensor& parameter : model.parameters())
        state += parameter.grad().defined() ? std::to_string(parameter.grad().sum().item<double>())
                                            : std::string(" none");
    const at::Tensor generator = compat::defaultGenerator(at::kCPU).get_state();
    state += std::to_string(
        generator.to(at::kLong).mul(torch::arange(generator.numel())).sum().item<int64_t>());
    return state + (model.is_training() ? " train" : " eval");
}

} // namespace

class TestFinders : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void t31_leavesNothingChangedAndFindsTheSameAgain() {
        torch::manual_seed(1);
        SmallModel model(classInfo(), 0.3);
        model.eval();
        const auto parameters = model.parameters();
        parameters[0].mutable_grad() = torch::ones_like(parameters[0]);
        const std::string before = stateOf(model);
        const LrFinding first = findLearningRate(model, classData(64), adamOptions(1, 8));
        QCOMPARE(stateOf(model), before);
        const LrFinding second = findLearningRate(model, classData(64), adamOptions(1, 8));
        QCOMPARE(stateOf(model), before);
        QCOMPARE(first.curve.size(), second.curve.size());
        for (size_t i = 0; i < first.curve.size(); ++i) {
            QCOMPARE(first.curve[i].rate, second.curve[i].rate);
            QCOMPARE(first.curve[i].loss, second.curve[i].loss);
        }
    }

    void t31_leavesARunAsItWouldHaveBeen() {
        const auto weightsOf = [](bool isSearching) {
            torch::manual_seed(1);
            SmallModel model(classInfo(), 0.3);
            if (isSearching) findLearningRate(model, classData(64), adamOptions(1, 8));
            RecordingSink sink;
            Trainer(model, classData(64), nullptr, adamOptions(2, 8), {}, sink).fit();
            return weightsSha256(model);
        };
        QCOMPARE(weightsOf(true), weightsOf(false));
    }

    void t31_restoresAfterAnError() {
        Limited model(0);
        const std::string before = stateOf(model);
        QVERIFY_EXCEPTION_THROWN(findLearningRate(model, classData(64), adamOptions(1, 8)), Error);
        QCOMPARE(stateOf(model), before);
    }

    void survivesAModelThatCannotBePutBack() {
        class Forgetful : public SmallModel {
        public:
            Forgetful() : SmallModel(classInfo()) {}
            void loadExtra(const Archive&) override { throw Error("lost"); }
        };
        Forgetful model;
        QCOMPARE(messageOf([&] { findLearningRate(model, classData(64), adamOptions(1, 8)); }),
                 "The model failed in loadExtra: lost");
    }

    void triesRatesEvenlyOnALogarithmicScale() {
        SmallModel model(classInfo());
        LrFinderOptions range;
        range.first = 1e-4;
        range.last = 1e-1;
        range.steps = 4;
        const LrFinding finding =
            findLearningRate(model, classData(64), adamOptions(1, 8, 0.123), range);
        QCOMPARE(finding.curve.size(), size_t(4));
        for (size_t i = 0; i < 4; ++i)
            QVERIFY(std::abs(finding.curve[i].rate / std::pow(10.0, -4.0 + i) - 1.0) < 1e-9);
    }

    // On a quadratic w^2 plain descent diverges beyond a rate of 1: the rates tried end soon after,
    // and what is suggested is below.
    void suggestsARateThatTrains() {
        class Quadratic : public Model {
        public:
            Quadratic() : Model(numberInfo()) { m_w = register_parameter("w", torch::ones({1})); }
            Tensors forward(const Batch&) override { return {}; }
            StepResult batchTrain(const Batch& batch, StepContext&) override {
                StepResult result;
                result.loss = m_w.square().sum();
                result.weight = batch.weight;
                return result;
            }
            at::Tensor m_w;
        };
        Quadratic model;
        TrainerOptions options = adamOptions(1, 1);
        options.makeOptimizer = [](std::vector<at::Tensor> parameters) {
            return std::make_shared<torch::optim::SGD>(std::move(parameters), 0.1);
        };
        const LrFinding finding = findLearningRate(model, numberData(4), options);
        QVERIFY2(finding.suggestion > 1e-4 && finding.suggestion < 1.0,
                 qPrintable(QString::number(finding.suggestion)));
    }

    void refusesARangeThatIsNone() {
        SmallModel model(classInfo());
        LrFinderOptions range;
        range.last = range.first;
        QVERIFY_EXCEPTION_THROWN(findLearningRate(model, classData(8), adamOptions(1, 8), range),
                                 Error);
    }

    void t32_doublesUntilMemoryEnds() {
        torch::manual_seed(1);
        Limited model(20);
        const std::string before = stateOf(model);
        const BatchFinding finding = findBatchSize(model, classData(100), adamOptions(1, 8));
        QCOMPARE(finding.size, int64_t(16));
        QCOMPARE(finding.tried, (std::vector<int64_t>{2, 4, 8, 16, 32}));
        QCOMPARE(finding.reason, "out of memory at 32");
        QCOMPARE(stateOf(model), before);
        // Each trial really made its steps, and the real run works with the result.
        QCOMPARE(std::count(model.sizes.begin(), model.sizes.end(), 16), 3);
        RecordingSink sink;
        QCOMPARE(Trainer(model, classData(100), nullptr, adamOptions(1, finding.size), {}, sink)
                     .fit()
                     .step,
                 int64_t(7));
    }

    void t32_endsWithTheData() {
        Limited model(1000);
        const BatchFinding finding = findBatchSize(model, classData(10), adamOptions(1, 8));
        QCOMPARE(finding.size, int64_t(8));
        QCOMPARE(finding.reason, "that is all the data");
    }

    void t32_saysThatNothingFits() {
        Limited model(1);
        const BatchFinding finding = findBatchSize(model, classData(10), adamOptions(1, 8));
        QCOMPARE(finding.size, int64_t(0));
        QCOMPARE(finding.reason, "out of memory at 2");
    }

    void throwsOtherErrorsOn() {
        class Wrong : public SmallModel {
        public:
            Wrong() : SmallModel(classInfo()) {}
            StepResult batchTrain(const Batch&, StepContext&) override { throw Error("no luck"); }
        };
        Wrong model;
        QVERIFY_EXCEPTION_THROWN(findBatchSize(model, classData(10), adamOptions(1, 8)), Error);
    }
};

QTEST_GUILESS_MAIN(TestFinders)
#include "tst_finders.moc"
