// Mixed precision and the scaling of losses. What needs a GPU is not here: fp16 itself.
#include <cmath>

#include <QtTest/QTest>

#include "core/error.h"
#include "core/train/callbacks/gradient_clipping.h"
#include "core/train/callbacks/recorder.h"
#include "core/train/torch_compat.h"
#include "train_support.h"

using namespace core;
using namespace support;

namespace {

struct Outcome {
    std::string weights;
    TrainResult result;
    TrainState state;
    Archive last; // checkpoint of the end
};

class Steep : public SmallModel {
public:
    Steep(DatasetInfo info, double factor) : SmallModel(std::move(info), 0.2), m_factor(factor) {}
    at::Tensor loss(const Tensors& out, const Batch& batch) override {
        return SmallModel::loss(out, batch) * m_factor;
    }

private:
    double m_factor;
};

// What only a run knows that scales its losses.
constexpr const char* kScaleTag = "loss_scale";

} // namespace

class TestPrecision : public QObject {
    Q_OBJECT

private:
    RecordingSink m_sink;

    // 3 epochs of 4 steps of a small classifier with dropout.
    Outcome train(TrainerOptions options, Callbacks callbacks = {},
                  const Archive* checkpoint = nullptr, double lossFactor = 1.0) {
        m_sink = {};
        Outcome outcome;
        torch::manual_seed(checkpoint ? 99 : 1);
        Steep model(classInfo(), lossFactor);
        callbacks.push_back(std::make_unique<Recorder>(Recorder::Options()));
        callbacks.push_back(std::make_unique<At>(
            Event::CheckpointSaving,
            [&](TrainState& state) {
                outcome.last = *state.snapshot;
                state.checkpointPath = "memory";
            },
            order::kCheckpoint, "keeper"));
        Trainer trainer(model, classData(32), classData(8, 9), std::move(options),
                        std::move(callbacks), m_sink);
        outcome.result = trainer.fit(checkpoint);
        outcome.state = trainer.state();
        outcome.weights = weightsSha256(model);
        return outcome;
    }
    static TrainerOptions scaled(double initial, int64_t interval = 2000, int64_t accumulate = 1) {
        TrainerOptions options = adamOptions(3, 8);
        options.accumulate = accumulate;
        options.lossScaling = DynamicScaler::Options{initial, 2.0, 0.5, interval};
        return options;
    }
    static TrainerOptions plain(int64_t accumulate = 1) {
        TrainerOptions options = scaled(1.0, 2000, accumulate);
        options.lossScaling.reset();
        return options;
    }
    static std::unique_ptr<Callback> pauseAt(int64_t step) {
        return std::make_unique<At>(
            Event::StepEnd,
            [step](TrainState& state) {
                if (state.globalStep == step) state.requestPause();
            },
            0, "pauser");
    }
    // Makes the gradients of these steps (from 1) overflow, as a loss too large would.
    static std::unique_ptr<Callback> overflowAt(std::vector<int64_t> steps) {
        return std::make_unique<At>(
            Event::BatchEnd,
            [steps = std::move(steps)](TrainState& state) {
                for (int64_t step : steps)
                    if (state.globalStep + 1 == step)
                        state.model->parameters().front().mutable_grad().view(-1)[1] =
                            std::numeric_limits<float>::infinity();
            },
            0, "overflow");
    }

private Q_SLOTS:
    // torch.cuda.amp.GradScaler, torch 2.x, update(): the same numbers of steps and factors.
    void growsAndBacksOffLikeGradScaler() {
        DynamicScaler scaler({1024.0, 2.0, 0.5, 3});
        std::vector<double> scales;
        for (bool hasOverflowed :
             {false, false, false, false, true, false, false, true, true, false, false, false}) {
            scaler.update(hasOverflowed);
            scales.push_back(scaler.scale());
        }
        QCOMPARE(scales, (std::vector<double>{1024, 1024, 2048, 2048, 1024, 1024, 1024, 512, 256,
                                              256, 256, 512}));
    }

    void neverGrowsBeyondWhatAFloatHolds() {
        DynamicScaler scaler({2e38, 2.0, 0.5, 1});
        scaler.update(false);
        QCOMPARE(scaler.scale(), 2e38);
    }

    // Powers of two scale exactly: nothing of a run may depend on them.
    void t11_changesNothingButTheGradientsOnTheirWay_data() {
        QTest::addColumn<int>("accumulate");
        QTest::newRow("single batches") << 1;
        QTest::newRow("windows") << 3;
    }
    void t11_changesNothingButTheGradientsOnTheirWay() {
        QFETCH(int, accumulate);
        const Outcome without = train(plain(accumulate));
        const auto losses = m_sink.values("loss/train");
        const auto norms = m_sink.values("gradient/norm");
        QVERIFY(m_sink.values(kScaleTag).empty());
        const Outcome with = train(scaled(65536.0, 2000, accumulate));
        QCOMPARE(m_sink.values(kScaleTag), std::vector<double>{65536.0});
        QCOMPARE(with.weights, without.weights);
        QCOMPARE(m_sink.values("loss/train"), losses);
        QCOMPARE(m_sink.values("gradient/norm"), norms);
        QCOMPARE(with.state.skippedSteps, int64_t(0));
    }

    void t14_clipsUnscaledGradients() {
        const auto clipping = [] {
            return list(std::make_unique<GradientClipping>(ClipLimits{0.05, 0.0}));
        };
        const Outcome without = train(plain(), clipping());
        const Outcome with = train(scaled(65536.0), clipping());
        QVERIFY(m_sink.values("gradient/norm").front() > 0.05); // the true one
        QCOMPARE(with.weights, without.weights);
    }

    // A real overflow: the loss times the scale has gradients that no float holds.
    void t13_skipsUntilTheScaleFits() {
        TrainerOptions options = scaled(std::ldexp(1.0, 127));
        options.schedule = [](const ScheduleTime& time) { return 1.0 / (1.0 + time.step); };
        std::vector<std::string> untilFirstStep;
        int64_t stepsMade = -1;
        const Outcome outcome = train(
            options,
            list(std::make_unique<At>(Event::StepEnd,
                                      [&](TrainState& state) {
                                          if (state.stepWasSkipped)
                                              untilFirstStep.push_back(weightsSha256(*state.model));
                                          stepsMade = state.optimizers->slots()[0].stepCount;
                                      })),
            nullptr, 64.0);
        const int64_t skipped = outcome.state.skippedSteps;
        QVERIFY2(skipped > 0 && skipped < 10, qPrintable(QString::number(skipped)));
        QCOMPARE(outcome.state.globalStep, int64_t(12));
        QCOMPARE(stepsMade, 12 - skipped);
        for (const std::string& weights : untilFirstStep)
            QCOMPARE(weights, untilFirstStep.front());
        const std::vector<double> rates = m_sink.values("learning_rate");
        QCOMPARE(rates.back(), 0.01 / static_cast<double>(12 - skipped));
        QCOMPARE(m_sink.values("skipped_steps").back(), static_cast<double>(skipped));
        QCOMPARE(m_sink.values(kScaleTag).back(), std::ldexp(1.0, 127 - int(skipped)));
        QCOMPARE(outcome.state.lossScale, std::ldexp(1.0, 127 - int(skipped)));
        QVERIFY(m_sink.hasEvent("skipped"));
    }

    // Neither weights nor moments know of a skipped step: it is as if the step had not been.
    void t13_leavesNoTraceOfASkippedStep() {
        class Same : public SmallModel { // every batch looks alike, whatever its place
        public:
            using SmallModel::SmallModel;
            Tensors forward(const Batch& batch) override {
                Batch same = batch;
                same.x.set("input", torch::ones_like(batch.x.at("input")));
                return SmallModel::forward(same);
            }
            at::Tensor loss(const Tensors& out, const Batch&) override {
                return out.at("output").square().mean();
            }
        };
        const auto weightsAfter = [&](int64_t steps, std::vector<int64_t> overflows) {
            torch::manual_seed(1);
            Same model(classInfo());
            TrainerOptions options = scaled(1024.0);
            options.stepLimit = steps;
            Trainer(model, classData(64), nullptr, options, list(overflowAt(std::move(overflows))),
                    m_sink)
                .fit();
            return weightsSha256(model);
        };
        QCOMPARE(weightsAfter(7, {2, 5, 6}), weightsAfter(4, {}));
    }

    void resumesExactlyWithItsScale() {
        const std::vector<int64_t> overflows = {2, 7};
        const Outcome whole = train(scaled(1024.0, 3), list(overflowAt(overflows)));
        const auto scales = m_sink.values(kScaleTag);
        QCOMPARE(whole.state.skippedSteps, int64_t(2));
        for (int64_t pause : {1, 2, 5, 7, 10}) {
            const Outcome first =
                train(scaled(1024.0, 3), list(overflowAt(overflows), pauseAt(pause)));
            auto together = m_sink.values(kScaleTag);
            const Outcome second =
                train(scaled(1024.0, 3), list(overflowAt(overflows)), &first.last);
            const auto later = m_sink.values(kScaleTag);
            together.insert(together.end(), later.begin(), later.end());
            QCOMPARE(second.weights, whole.weights);
            QCOMPARE(second.state.skippedSteps, int64_t(2));
            QCOMPARE(together, scales);
        }
    }

    void trainsSeveralOptimizersUnderOneScale() {
        class Two : public SmallModel {
        public:
            using SmallModel::SmallModel;
            std::vector<OptimizerSpec> configureOptimizers() override {
                const auto all = parameters();
                return {{"a", {all[0], all[1]}}, {"b", {all[2], all[3]}}};
            }
            StepResult batchTrain(const Batch& batch, StepContext& context) override {
                StepResult result;
                for (const char* name : {"a", "b"})
                    result.loss =
                        context.optimizeWith(name, [&] { return loss(forward(batch), batch); });
                result.weight = batch.weight;
                return result;
            }
        };
        const auto weightsWith = [&](const TrainerOptions& options) {
            torch::manual_seed(1);
            Two model(classInfo());
            Trainer(model, classData(32), nullptr, options, {}, m_sink).fit();
            return weightsSha256(model);
        };
        QCOMPARE(weightsWith(scaled(4096.0)), weightsWith(plain()));
        QCOMPARE(weightsWith(scaled(4096.0, 2000, 2)), weightsWith(plain(2)));
        // One step is counted for the scale, not one for each optimizer.
        QVERIFY(weightsWith(scaled(4096.0, 1)) == weightsWith(plain()));
    }

    void trainsInBfloat16OnTheCpu_data() {
        QTest::addColumn<bool>("isClassification");
        QTest::newRow("classification") << true;
        QTest::newRow("regression") << false;
    }
    void trainsInBfloat16OnTheCpu() {
        QFETCH(bool, isClassification);
        const auto data = isClassification ? classData(64) : numberData(64);
        std::set<at::ScalarType> types;
        class Spy : public SmallModel {
        public:
            Spy(DatasetInfo info, std::set<at::ScalarType>& types)
                : SmallModel(std::move(info)), m_types(types) {}
            Tensors forward(const Batch& batch) override {
                Tensors out = SmallModel::forward(batch);
                m_types.insert(out.at("output").scalar_type());
                return out;
            }
            std::set<at::ScalarType>& m_types;
        };
        torch::manual_seed(1);
        Spy model(data->info(), types);
        TrainerOptions options = adamOptions(30, 16, 0.02);
        options.precision = Precision::BFloat16;
        RecordingSink sink;
        Trainer(model, data, isClassification ? classData(16, 9) : numberData(16, 9), options,
                list(std::make_unique<Recorder>(Recorder::Options())), sink)
            .fit();
        QCOMPARE(types, std::set<at::ScalarType>{at::kBFloat16}); // training and evaluation alike
        for (const at::Tensor& parameter : model.parameters())
            QCOMPARE(parameter.scalar_type(), at::kFloat);
        const auto losses = sink.values("loss/val");
        QVERIFY(losses.back() < 0.5 * losses.front());
        QVERIFY(!compat::isAutocastEnabled(at::kCPU)); // the thread is as it was
    }

    void namesThePrecisionThatTheDeviceLacks() {
        try {
            precisionFrom("fp16", at::kCPU);
            QFAIL("fp16 was accepted on the CPU");
        } catch (const Error& error) {
            QVERIFY(QString(error.what()).startsWith("run.precision: fp16 needs a CUDA GPU"));
        }
        QVERIFY(precisionFrom("bf16", at::kCPU) == Precision::BFloat16);
    }
};

QTEST_GUILESS_MAIN(TestPrecision)
#include "tst_precision.moc"
