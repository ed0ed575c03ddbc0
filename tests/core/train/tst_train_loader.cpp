// How the options of a run decide what a training batch is.
#include <QtTest/QTest>

#include <torch/nn/modules/batchnorm.h>

#include "core/data/sample_dataset.h"
#include "core/error.h"
#include "train_support.h"

using namespace core;
using namespace support;

namespace {

// Batch normalisation between two layers, as LibTorch has it.
class NormModel : public Model {
public:
    explicit NormModel(DatasetInfo info) : Model(std::move(info)) {
        m_first = register_module("first", torch::nn::Linear(4, 8));
        m_norm = register_module("norm", torch::nn::BatchNorm1d(8));
        m_second = register_module("second", torch::nn::Linear(8, 3));
    }
    Tensors forward(const Batch& batch) override {
        if (is_training()) sizes.push_back(batch.size);
        return {{"output", m_second(m_norm(m_first(batch.x.at("input"))))}};
    }
    std::vector<int64_t> sizes; // of the batches trained on

private:
    torch::nn::Linear m_first{nullptr};
    torch::nn::BatchNorm1d m_norm{nullptr};
    torch::nn::Linear m_second{nullptr};
};

// Shows the classes of the batches.
class ClassLog : public SmallModel {
public:
    using SmallModel::SmallModel;
    Tensors forward(const Batch& batch) override {
        if (is_training()) classes.push_back(batch.x.at("target"));
        return SmallModel::forward(batch);
    }
    std::vector<at::Tensor> classes;
};

// Samples of classData() that are made one by one, with noise of their own.
class NoisySamples final : public SampleDataset {
public:
    explicit NoisySamples(int64_t count, int64_t broken = -1)
        : m_samples(classData(count)), m_broken(broken) {}
    int64_t size() const override { return m_samples->size(); }
    const DatasetInfo& info() const override { return m_samples->info(); }
    std::string nameOf(int64_t number) const override {
        return "row" + std::to_string(number) + ".png";
    }
    Tensors sample(int64_t number, Random& random) const override {
        if (number == m_broken) throw Error("the file ends early");
        return {{"input", m_samples->input()[number] + 0.1 * random.normal()},
                {"target", m_samples->target()[number]}};
    }

private:
    std::shared_ptr<TensorDataset> m_samples;
    int64_t m_broken;
};

// Trains for three epochs in one session, or in two with a pause after `pauseStep` steps; gives the
// hash of the weights.
std::string weightsAfter(int64_t workers, int64_t pauseStep = 0) {
    TrainerOptions options = adamOptions(3, 4);
    options.workers = workers;
    Archive checkpoint;
    const auto session = [&](bool isResumed) {
        torch::manual_seed(isResumed ? 99 : 1);
        SmallModel model(classInfo(), 0.2);
        RecordingSink sink;
        Callbacks callbacks =
            list(std::make_unique<At>(Event::StepEnd,
                                      [&](TrainState& state) {
                                          if (state.globalStep == pauseStep) state.requestPause();
                                      }),
                 std::make_unique<At>(
                     Event::CheckpointSaving,
                     [&](TrainState& state) { checkpoint = *state.snapshot; }, 90, "saver"));
        Trainer(model, std::make_shared<NoisySamples>(29), std::make_shared<NoisySamples>(9),
                options, std::move(callbacks), sink)
            .fit(isResumed ? &checkpoint : nullptr);
        return weightsSha256(model);
    };
    const std::string weights = session(false);
    return pauseStep > 0 ? session(true) : weights;
}

} // namespace

class TestTrainLoader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void neverNormalisesASingleSample_data() {
        QTest::addColumn<LastBatch>("lastBatch");
        QTest::addColumn<QList<int64_t>>("sizes");
        QTest::addColumn<bool>("isTold");
        QTest::newRow("keep") << LastBatch::Keep << QList<int64_t>{4, 5} << true;
        QTest::newRow("drop") << LastBatch::Drop << QList<int64_t>{4, 4} << false;
        QTest::newRow("merge") << LastBatch::Merge << QList<int64_t>{4, 5} << false;
    }
    void neverNormalisesASingleSample() {
        QFETCH(LastBatch, lastBatch);
        QFETCH(QList<int64_t>, sizes);
        QFETCH(bool, isTold);
        NormModel model(classInfo());
        RecordingSink sink;
        TrainerOptions options = adamOptions(1, 4);
        options.lastBatch = lastBatch;
        const TrainResult result =
            Trainer(model, classData(9), classData(5), options, {}, sink).fit();
        QCOMPARE(result.step, sizes.size());
        QCOMPARE(QList<int64_t>(model.sizes.begin(), model.sizes.end()), sizes);
        QCOMPARE(sink.hasEvent("last_batch"), isTold);
    }

    void keepsASingleSampleWhereItDoesNoHarm() {
        SmallModel model(classInfo());
        RecordingSink sink;
        QCOMPARE(Trainer(model, classData(9), nullptr, adamOptions(1, 4), {}, sink).fit().step, 3);
        QVERIFY(!sink.hasEvent("last_batch"));
    }

    void t37_learnsTheSameWithAnyNumberOfWorkers() {
        const std::string expected = weightsAfter(0);
        QCOMPARE(weightsAfter(1), expected);
        QCOMPARE(weightsAfter(3), expected);
    }

    void t02_resumesExactlyWhatWasReadAhead() {
        const std::string expected = weightsAfter(0);
        for (int64_t step : {1, 3, 8, 13})
            QCOMPARE(weightsAfter(3, step), expected);
    }

    void aBrokenSampleEndsTheRunByName_data() {
        QTest::addColumn<int>("workers");
        QTest::newRow("alone") << 0;
        QTest::newRow("workers") << 3;
    }
    void aBrokenSampleEndsTheRunByName() {
        QFETCH(int, workers);
        TrainerOptions options = adamOptions(3, 4);
        options.workers = workers;
        const auto fit = [&](int64_t brokenTraining, int64_t brokenValidation) -> QString {
            SmallModel model(classInfo());
            RecordingSink sink;
            Trainer trainer(model, std::make_shared<NoisySamples>(40, brokenTraining),
                            std::make_shared<NoisySamples>(9, brokenValidation), options, {}, sink);
            try {
                trainer.fit();
            } catch (const Error& error) {
                return error.what();
            }
            return {};
        };
        QCOMPARE(fit(17, -1), QString("Reading the training data failed: Sample 17 (row17.png): "
                                      "the file ends early"));
        QCOMPARE(fit(-1, 8), QString("Reading the validation data failed: Sample 8 (row8.png): "
                                     "the file ends early"));
    }

    void samplesAsTheRunSays() {
        const auto data = classData(60);
        const at::Tensor share = data->labels().bincount({}, 3).to(at::kFloat) / 60 * 12;
        ClassLog model(classInfo());
        RecordingSink sink;
        TrainerOptions options = adamOptions(1, 12);
        options.sampling = "stratified";
        Trainer(model, data, nullptr, options, {}, sink).fit();
        QCOMPARE(model.classes.size(), size_t(5));
        for (const at::Tensor& classes : model.classes)
            QVERIFY((classes.bincount({}, 3) - share).abs().max().item<double>() < 2.0);
        options.sampling = "by the moon";
        QVERIFY_EXCEPTION_THROWN(Trainer(model, data, nullptr, options, {}, sink).fit(), Error);
    }
};

QTEST_GUILESS_MAIN(TestTrainLoader)
#include "tst_train_loader.moc"
