// The golden sequence of events (T24): what a callback may rely on. A change here is a change of
// the contract.
#include <QtTest/QTest>

#include "core/error.h"
#include "train_support.h"

using namespace core;
using namespace support;

namespace {

const QString kBatch = "batchStart afterLoss afterBackward batchEnd ";
const QString kUpdate = "gradientsReady beforeOptimizerStep afterOptimizerStep stepEnd ";
const QString kEvaluation = "evalStart evalBatchEnd evalEnd ";
const QString kLongStep = "fetchStart stepStart " + kBatch + "fetchStart " + kBatch + kUpdate;
const QString kShortStep = "fetchStart stepStart " + kBatch + kUpdate;
const QString kEpoch = "epochStart " + kLongStep + kShortStep + kEvaluation + "epochEnd ";

// Acts instead of reading data.
class Acting : public SmallModel {
public:
    Acting() : SmallModel(classInfo()) {}
    std::shared_ptr<const Dataset> collect(RolloutContext&) override { return classData(12); }
    int64_t innerEpochs() const override { return 2; }
};

// Two optimizers that take turns within a batch.
class Two : public SmallModel {
public:
    Two() : SmallModel(classInfo()) {}
    std::vector<OptimizerSpec> configureOptimizers() override {
        const auto all = parameters();
        return {{"a", {all[0], all[1]}}, {"b", {all[2], all[3]}}};
    }
    StepResult batchTrain(const Batch& batch, StepContext& context) override {
        StepResult result;
        for (const char* name : {"a", "b"})
            result.loss = context.optimizeWith(name, [&] { return loss(forward(batch), batch); });
        result.weight = batch.weight;
        return result;
    }
};

} // namespace

class TestEventOrder : public QObject {
    Q_OBJECT

private:
    RecordingSink m_sink;
    Archive m_saved;

    // 3 batches an epoch, 2 a step.
    static TrainerOptions options(int64_t epochs = 2) {
        TrainerOptions options = adamOptions(epochs, 4);
        options.accumulate = 2;
        return options;
    }
    static std::unique_ptr<Callback> at(Event event, Callback::Handler handler) {
        return std::make_unique<At>(event, std::move(handler), 0, "asker");
    }
    std::unique_ptr<Callback> keeper() {
        return std::make_unique<At>(
            Event::CheckpointSaving,
            [this](TrainState& state) {
                m_saved = *state.snapshot;
                state.checkpointPath = "memory";
            },
            order::kCheckpoint, "keeper");
    }
    QString run(Model& model, std::shared_ptr<const Dataset> train, TrainerOptions options,
                Callbacks callbacks = {}, const Archive* checkpoint = nullptr) {
        std::vector<std::string> log;
        callbacks.push_back(std::make_unique<EventLog>(log));
        const auto validation = train ? classData(4) : nullptr;
        Trainer trainer(model, std::move(train), validation, std::move(options),
                        std::move(callbacks), m_sink);
        try {
            trainer.fit(checkpoint);
        } catch (const Error&) {
            log.push_back("(error)");
        }
        QStringList words;
        for (const std::string& word : log)
            words << QString::fromStdString(word);
        return words.join(' ');
    }
    QString run(TrainerOptions options, Callbacks callbacks = {},
                const Archive* checkpoint = nullptr) {
        SmallModel model(classInfo());
        return run(model, classData(12), std::move(options), std::move(callbacks), checkpoint);
    }

private Q_SLOTS:
    void t24_ofAWholeRun() {
        QCOMPARE(run(options()),
                 "setup fitStart " + kEpoch + kEpoch + "checkpointSaving fitEnd teardown");
    }

    // The check before training fires nothing.
    void t24_withACheckBeforeTraining() {
        TrainerOptions checked = options();
        checked.sanityBatches = 2;
        QCOMPARE(run(checked), run(options()));
    }

    void t24_withEvaluationsWithinAnEpoch() {
        TrainerOptions often = options(1);
        often.evaluateEvery = 1;
        QCOMPARE(run(often), "setup fitStart epochStart " + kLongStep + kEvaluation + kShortStep +
                                 kEvaluation + "epochEnd checkpointSaving fitEnd teardown");
    }

    void t24_withCheckpoints() {
        QCOMPARE(run(options(1), list(keeper(), at(Event::StepEnd,
                                                   [](TrainState& state) {
                                                       if (state.globalStep == 1)
                                                           state.requestCheckpoint();
                                                   }))),
                 "setup fitStart epochStart " + kLongStep + "checkpointSaving checkpointSaved " +
                     kShortStep + kEvaluation +
                     "epochEnd checkpointSaving checkpointSaved fitEnd teardown");
    }

    void t24_withRollouts() {
        Acting model;
        const QString pass = kLongStep + kShortStep;
        const QString epoch =
            "epochStart rolloutStart rolloutEnd " + pass + pass + "evalStart evalEnd epochEnd ";
        QCOMPARE(run(model, nullptr, options()),
                 "setup fitStart " + epoch + epoch + "checkpointSaving fitEnd teardown");
    }

    void t24_withTwoOptimizers() {
        Two model;
        TrainerOptions single = options(1);
        single.stepLimit = 1;
        const QString update = "gradientsReady beforeOptimizerStep afterOptimizerStep ";
        const QString withoutUpdate = "batchStart afterLoss afterBackward batchEnd ";
        QCOMPARE(run(model, classData(12), single),
                 "setup fitStart epochStart fetchStart stepStart " + withoutUpdate +
                     "fetchStart batchStart " + update + update +
                     "afterLoss afterBackward batchEnd stepEnd " + kEvaluation +
                     "checkpointSaving fitEnd teardown");
    }

    void t24_whenAStepIsSkipped() {
        const QString skipped = "fetchStart stepStart " + kBatch + "afterOptimizerStep stepEnd ";
        TrainerOptions single = adamOptions(1, 4);
        single.stepLimit = 1;
        QCOMPARE(run(single, list(at(Event::BatchEnd,
                                     [](TrainState& state) {
                                         state.model->parameters().front().mutable_grad().fill_(
                                             std::numeric_limits<double>::infinity());
                                     }))),
                 "setup fitStart epochStart " + skipped + kEvaluation +
                     "checkpointSaving fitEnd teardown");
    }

    // Within a window: it closes first.
    void t24_whenStopped() {
        QCOMPARE(run(options(), list(at(Event::BatchStart,
                                        [](TrainState& state) {
                                            if (state.batch == 0) state.requestStop("enough");
                                        }))),
                 "setup fitStart epochStart " + kLongStep +
                     "stopRequested checkpointSaving fitEnd teardown");
    }

    void t24_whenPausedAndResumed() {
        const QString first =
            run(options(), list(keeper(), at(Event::StepEnd, [](TrainState& state) {
                                    if (state.globalStep == 1) state.requestPause();
                                })));
        QCOMPARE(first, "setup fitStart epochStart " + kLongStep +
                            "stopRequested checkpointSaving checkpointSaved fitEnd teardown");
        const Archive saved = m_saved;
        // The epoch goes on: it is not started a second time.
        QCOMPARE(run(options(), {}, &saved), "setup checkpointLoaded fitStart " + kShortStep +
                                                 kEvaluation + "epochEnd " + kEpoch +
                                                 "checkpointSaving fitEnd teardown");
    }

    void t24_afterAnException_data() {
        QTest::addColumn<Event>("event");
        QTest::addColumn<QString>("before");
        QTest::newRow("setup") << Event::Setup << "";
        QTest::newRow("fit start") << Event::FitStart << "setup ";
        QTest::newRow("batch") << Event::AfterLoss
                               << "setup fitStart epochStart fetchStart stepStart batchStart ";
        QTest::newRow("evaluation")
            << Event::EvalBatchEnd
            << "setup fitStart epochStart " + kLongStep + kShortStep + "evalStart ";
    }
    void t24_afterAnException() {
        QFETCH(Event, event);
        QFETCH(QString, before);
        QCOMPARE(run(options(), list(at(event, [](TrainState&) { throw Error("no luck"); }))),
                 before + "exception teardown (error)");
    }
};

QTEST_GUILESS_MAIN(TestEventOrder)
#include "tst_event_order.moc"
