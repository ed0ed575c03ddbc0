// Lowers the learning rate when a metric stays. Reference: torch.optim.lr_scheduler of PyTorch
// 1.13.0, ReduceLROnPlateau(SGD(lr=1), mode, factor=0.5, patience=1, threshold, threshold_mode,
// cooldown, min_lr=0.1), the learning rate after each step(metric); its patience of 1 is 2 here.
#include <cmath>

#include <QtTest/QTest>

#include "core/train/callbacks/early_stopping.h"
#include "core/train/callbacks/plateau.h"
#include "core/train/callbacks/recorder.h"
#include "core/train/schedule_factory.h"
#include "train_support.h"

using namespace core;
using namespace support;

namespace {

const std::vector<double> kFalling = {1.0, 0.95, 0.92, 0.8,  0.79, 0.78, 0.77, 0.76,
                                      0.3, 0.31, 0.32, 0.33, 0.34, 0.35, 0.36};
const std::vector<double> kRising = {0.1, 0.12, 0.2,  0.205, 0.21, 0.215, 0.21, 0.2,
                                     0.7, 0.71, 0.72, 0.73,  0.74, 0.75,  0.76};

// Its validation results are given, one for each epoch; after the last, the last.
class ScriptedResults : public Model {
public:
    ScriptedResults(std::vector<double> results, Direction direction)
        : Model(numberInfo()), m_results(std::move(results)), m_direction(direction) {
        m_w = register_parameter("w", torch::ones({1}));
        m_v = register_parameter("v", torch::ones({1}));
    }
    Tensors forward(const Batch&) override { return {}; }
    StepResult batchTrain(const Batch& batch, StepContext&) override {
        StepResult result;
        result.loss = (m_w + m_v).sum();
        result.weight = batch.weight;
        return result;
    }
    void batchEval(const Batch&, MetricSet& metrics, StepContext& context) override {
        const auto epoch = static_cast<size_t>(context.epoch());
        const double value = m_results[std::min(epoch, m_results.size() - 1)];
        metrics.add("result", torch::full({}, value, at::kDouble), 1.0, m_direction);
    }
    Monitor validationMetric() const override { return {"result/val", m_direction}; }
    std::vector<OptimizerSpec> configureOptimizers() override {
        if (!isTwofold) return Model::configureOptimizers();
        return {{"follows", {m_w}}, {"own", {m_v}}};
    }
    Schedules configureSchedules() override {
        if (!isTwofold) return {};
        return {{"own", [](const ScheduleTime&) { return 0.25; }}};
    }
    bool isTwofold = false;

private:
    at::Tensor m_w, m_v;
    std::vector<double> m_results;
    Direction m_direction;
};

Plateau::Options optionsFrom(const Changes& changes) {
    Changes all = {{"factor", 0.5}, {"patience", 2}, {"min_lr", 0.1}};
    all.insert(all.end(), changes.begin(), changes.end());
    return Plateau::optionsFrom(paramsOf(ComponentKind::Schedule, "plateau", all), 1.0);
}

// A learning rate of 1 and one step in each epoch.
TrainerOptions oneStepEpochs(int64_t epochs, int64_t warmup = 0) {
    TrainerOptions options = optionsWith("sgd", {{"lr", 1.0}, {"momentum", 0.0}}, epochs, 4);
    options.schedule = makeSchedule(
        "plateau", paramsOf(ComponentKind::Schedule, "plateau", {{"warmup_steps", warmup}}));
    return options;
}

} // namespace

class TestPlateau : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithPyTorch_data() {
        QTest::addColumn<bool>("isMax");
        QTest::addColumn<Changes>("changes");
        QTest::addColumn<std::vector<double>>("wanted");
        const auto row = [](const char* name, bool isMax, const char* mode, double threshold,
                            int cooldown, const std::vector<double>& wanted) {
            const Changes changes = {{"threshold_mode", mode},
                                     {"threshold", threshold},
                                     {"cooldown", int64_t{cooldown}}};
            QTest::newRow(name) << isMax << changes << wanted;
        };
        row("min rel", false, "relative", 0.1, 0,
            {1.0, 1.0, 0.5, 0.5, 0.5, 0.25, 0.25, 0.125, 0.125, 0.125, 0.1, 0.1, 0.1, 0.1, 0.1});
        row("min rel, cooldown", false, "relative", 0.1, 2,
            {1.0, 1.0, 0.5, 0.5, 0.5, 0.5, 0.25, 0.25, 0.25, 0.25, 0.125, 0.125, 0.125, 0.125,
             0.1});
        row("min abs", false, "absolute", 0.04, 0,
            {1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 0.5, 0.25, 0.25, 0.25, 0.125, 0.125, 0.1, 0.1, 0.1});
        row("min abs, cooldown", false, "absolute", 0.04, 2,
            {1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.25, 0.25, 0.25, 0.25, 0.125});
        row("max rel", true, "relative", 0.1, 0,
            {1.0, 1.0, 1.0, 1.0, 0.5, 0.5, 0.25, 0.25, 0.25, 0.25, 0.125, 0.125, 0.1, 0.1, 0.1});
        row("max rel, cooldown", true, "relative", 0.1, 2,
            {1.0, 1.0, 1.0, 1.0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.25, 0.25, 0.25, 0.25, 0.125});
        row("max abs", true, "absolute", 0.04, 0,
            {1.0, 1.0, 1.0, 1.0, 0.5, 0.5, 0.25, 0.25, 0.25, 0.25, 0.125, 0.125, 0.1, 0.1, 0.1});
        row("max abs, cooldown", true, "absolute", 0.04, 2,
            {1.0, 1.0, 1.0, 1.0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.25, 0.25, 0.25, 0.25, 0.25});
    }

    void agreesWithPyTorch() {
        QFETCH(bool, isMax);
        QFETCH(Changes, changes);
        QFETCH(std::vector<double>, wanted);
        ScriptedResults model(isMax ? kRising : kFalling,
                              isMax ? Direction::Maximize : Direction::Minimize);
        RecordingSink sink;
        Trainer(model, numberData(4), numberData(4), oneStepEpochs(16),
                list(std::make_unique<Plateau>(optionsFrom(changes)),
                     std::make_unique<Recorder>(Recorder::Options())),
                sink)
            .fit();
        std::vector<double> rates = sink.values("learning_rate");
        QCOMPARE(rates.size(), size_t(16));
        QCOMPARE(rates.front(), 1.0); // before the first check
        rates.erase(rates.begin());
        for (size_t i = 0; i < rates.size(); ++i)
            QVERIFY2(std::abs(rates[i] - wanted[i]) < 1e-12, qPrintable(QString::number(i)));
        QVERIFY(sink.hasEvent("plateau"));
    }

    void t19_continuesAfterAResume() {
        const auto ratesWith = [](const std::vector<int64_t>& pauses) {
            Archive checkpoint;
            RecordingSink sink;
            for (size_t i = 0; i <= pauses.size(); ++i) {
                const int64_t pause = i < pauses.size() ? pauses[i] : -1;
                ScriptedResults model(kFalling, Direction::Minimize);
                Trainer trainer(model, numberData(4), numberData(4), oneStepEpochs(16, 3),
                                list(std::make_unique<Plateau>(optionsFrom({{"cooldown", 2}})),
                                     std::make_unique<Recorder>(Recorder::Options()),
                                     std::make_unique<At>(Event::EpochEnd,
                                                          [&](TrainState& state) {
                                                              if (state.globalStep == pause)
                                                                  state.requestPause();
                                                          }),
                                     std::make_unique<At>(
                                         Event::CheckpointSaving,
                                         [&](TrainState& state) {
                                             checkpoint = *state.snapshot;
                                             state.checkpointPath = "in memory";
                                         },
                                         order::kCheckpoint, "saver")),
                                sink);
                const Archive from = checkpoint;
                trainer.fit(i > 0 ? &from : nullptr);
            }
            return sink.values("learning_rate");
        };
        const std::vector<double> whole = ratesWith({});
        QCOMPARE(whole.size(), size_t(16));
        QCOMPARE(whole[0], 1.0 / 3); // the warm-up comes first
        QVERIFY(whole.back() < 0.3);
        QVERIFY(ratesWith({3, 4, 7, 12}) == whole);
    }

    void leavesTheModelsOwnScheduleAlone() {
        ScriptedResults model({1.0}, Direction::Minimize);
        model.isTwofold = true;
        RecordingSink sink;
        Trainer(model, numberData(4), numberData(4), oneStepEpochs(4),
                list(std::make_unique<Plateau>(optionsFrom({})),
                     std::make_unique<Recorder>(Recorder::Options())),
                sink)
            .fit();
        QCOMPARE(sink.values("learning_rate/follows"), (std::vector<double>{1.0, 1.0, 1.0, 0.5}));
        QCOMPARE(sink.values("learning_rate/own"), (std::vector<double>{0.25, 0.25, 0.25, 0.25}));
    }

    void t15_waitsForAFiniteValue() {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        ScriptedResults model({nan, 2.0, 1.9, 1.8, nan, nan, 1.0}, Direction::Minimize);
        RecordingSink sink;
        Trainer(model, numberData(4), numberData(4), oneStepEpochs(8),
                list(std::make_unique<Plateau>(optionsFrom({})),
                     std::make_unique<Recorder>(Recorder::Options())),
                sink)
            .fit();
        QCOMPARE(sink.values("learning_rate"),
                 (std::vector<double>{1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 0.5}));
    }

    void takesTheSizeOfANegativeValueForTheThreshold() {
        // From -1 to -0.99 is worse for min; theirs calls it better than -1 * (1 - 0.1).
        ScriptedResults model({-1.0, -0.99, -0.98}, Direction::Minimize);
        RecordingSink sink;
        Trainer(model, numberData(4), numberData(4), oneStepEpochs(4),
                list(std::make_unique<Plateau>(optionsFrom({{"threshold", 0.1}})),
                     std::make_unique<Recorder>(Recorder::Options())),
                sink)
            .fit();
        QCOMPARE(sink.values("learning_rate").back(), 0.5);
    }

    void comesBeforeTheDeciders() {
        Callbacks callbacks =
            list(std::make_unique<EarlyStopping>(EarlyStopping::Options{5, 0.0, false, ""}),
                 std::make_unique<Plateau>(optionsFrom({})));
        const CallbackList ordered(std::move(callbacks));
        QCOMPARE(ordered.subscribers(Event::EvalEnd),
                 (std::vector<std::string>{"plateau", "early_stopping"}));
    }
};

QTEST_GUILESS_MAIN(TestPlateau)
#include "tst_plateau.moc"
