#include <cmath>
#include <set>

#include <QtTest/QTest>

#include "core/train/callbacks/nan_guard.h"
#include "core/train/callbacks/recorder.h"
#include "tests/core/train/callbacks/callback_support.h"

using namespace core;
using namespace support;

namespace {

using Action = NanGuard::Action;

// Its loss is NaN at these calls, from 1. Training alone calls it: there is no validation data.
class Breaking : public SmallModel {
public:
    explicit Breaking(std::set<int> calls) : SmallModel(classInfo()), m_bad(std::move(calls)) {}
    at::Tensor loss(const Tensors& out, const Batch& batch) override {
        const at::Tensor loss = SmallModel::loss(out, batch);
        return m_bad.count(++m_calls) > 0 ? loss * kNan : loss;
    }

private:
    std::set<int> m_bad;
    int m_calls = 0;
};

std::unique_ptr<NanGuard> guard(NanGuard::Options options) {
    return std::make_unique<NanGuard>(options);
}

std::set<int> from(int first) {
    std::set<int> calls;
    for (int call = first; call < first + 100; ++call)
        calls.insert(call);
    return calls;
}

class SegmentSink : public RecordingSink {
public:
    void segmentStarted(int64_t fromStep) override { starts.push_back(fromStep); }
    std::vector<int64_t> starts;
};

} // namespace

class TestNanGuard : public QObject {
    Q_OBJECT

private:
    std::optional<Session> m_session;

    // Three epochs of three steps, without validation data; a checkpoint after each.
    TrainResult train(Model& model, NanGuard::Options options,
                      const Archive* checkpoint = nullptr) {
        return train(model, options, m_session->sink, checkpoint);
    }
    TrainResult train(Model& model, NanGuard::Options options, SummarySink& sink,
                      const Archive* checkpoint = nullptr) {
        Trainer trainer(model, classData(12), nullptr, adamOptions(3, 4),
                        list(guard(options), std::make_unique<Recorder>(Recorder::Options()),
                             m_session->checkpoints({9, false, 0.0, "loss/train"})),
                        sink);
        return trainer.fit(checkpoint);
    }
    QString textOf(const char* kind) const {
        for (const RunEvent& event : m_session->sink.events)
            if (event.kind == kind) return QString::fromStdString(event.text);
        return {};
    }

private Q_SLOTS:
    void init() { m_session.emplace(); }

    void t16_recordsThatTheLossBecameNan_data() {
        QTest::addColumn<int>("action");
        QTest::addColumn<Ending>("ending");
        QTest::addColumn<int>("step");
        QTest::newRow("stop") << int(Action::Stop) << Ending::Stopped << 5;
        QTest::newRow("pause") << int(Action::Pause) << Ending::Paused << 5;
        QTest::newRow("continue") << int(Action::Continue) << Ending::Finished << 9;
    }

    void t16_recordsThatTheLossBecameNan() {
        QFETCH(int, action);
        QFETCH(Ending, ending);
        QFETCH(int, step);
        Breaking model({5, 7});
        NanGuard::Options options;
        options.action = static_cast<Action>(action);
        const TrainResult result = train(model, options);
        QCOMPARE(textOf("nan"), "loss became NaN at step 5");
        QVERIFY(std::isnan(m_session->sink.values("loss/train").at(4)));
        QCOMPARE(result.step, step);
        QCOMPARE(result.ending, ending);
        const bool isEnded = ending != Ending::Finished;
        if (isEnded) QCOMPARE(QString::fromStdString(result.reason), "loss became NaN at step 5");
        QCOMPARE(m_session->sink.saved.back().step, isEnded ? 3 : 9); // the good one is the last
        int notes = 0;
        for (const RunEvent& event : m_session->sink.events)
            notes += event.kind == "nan";
        QCOMPARE(notes, 1);
        for (const auto& parameter : model.parameters())
            QVERIFY(parameter.isfinite().all().item<bool>());
    }

    void t16_keepsTheLastCheckpointWhenAnEvaluationIsNan() {
        Judged model({1, kNan, 1});
        const Trained run =
            m_session->train(model, list(guard({}), m_session->checkpoints({9, true, 0.0, ""})), 3);
        QCOMPARE(run.result.ending, Ending::Stopped);
        QCOMPARE(QString::fromStdString(run.result.reason), "loss/val became NaN at step 6");
        QCOMPARE(m_session->files(), QStringList{"step-000000000003.safetensors"});
    }

    void countsStepsThatAreLeftOut() {
        // The loss is finite, its gradient is not: the root of zero.
        class Steep : public SmallModel {
        public:
            using SmallModel::SmallModel;
            at::Tensor loss(const Tensors& out, const Batch& batch) override {
                return SmallModel::loss(out, batch) + (out.at("output").sum() * 0.0).sqrt();
            }
        };
        Steep model(classInfo());
        NanGuard::Options options;
        options.maxSkipped = 4;
        const TrainResult result = train(model, options);
        QCOMPARE(result.step, 4);
        QVERIFY2(textOf("nan").startsWith("4 steps in a row were left out up to step 4"),
                 qPrintable(textOf("nan")));
        options.maxSkipped = 0;
        Steep again(classInfo());
        QCOMPARE(train(again, options).step, 9);
    }

    void goesBackToTheLastCheckpoint() {
        torch::manual_seed(5);
        Breaking disturbed({5}), calm({});
        loadWeights(calm, saveWeights(disturbed));
        SegmentSink sink;
        const TrainResult result = train(disturbed, {Action::RollBack, 3, 1.0, 50}, sink);
        QCOMPARE(result.ending, Ending::Finished);
        QCOMPARE(result.step, 9);
        QCOMPARE(sink.starts, std::vector<int64_t>{3});
        std::vector<int64_t> steps;
        for (const ScalarPoint& point : sink.points["loss/train"])
            steps.push_back(point.step);
        QCOMPARE(steps, (std::vector<int64_t>{1, 2, 3, 4, 5, 4, 5, 6, 7, 8, 9}));
        // The same data and the same random numbers again: as if it had not happened.
        train(calm, {});
        QCOMPARE(weightsSha256(disturbed), weightsSha256(calm));
    }

    void lowersTheLearningRateEachTime() {
        Breaking model({5, 7}); // twice on the way from step 3
        train(model, {Action::RollBack, 3, 0.5, 50});
        const auto rates = m_session->sink.values("learning_rate");
        const std::vector<double> expected = {0.01,   0.01,   0.01,   0.01,   0.01,   0.005, 0.005,
                                              0.0025, 0.0025, 0.0025, 0.0025, 0.0025, 0.0025};
        QCOMPARE(rates.size(), expected.size());
        for (size_t i = 0; i < rates.size(); ++i)
            QVERIFY(std::abs(rates[i] - expected[i]) < 1e-12);
        QCOMPARE(textOf("rolled back"), "Went back to step 3 with a lower learning rate (1 of 3)");
    }

    void lowersItOnceMoreAfterALaterCheckpoint() {
        Breaking model({5, 10}); // at steps 5 and 8: between them lies a checkpoint
        train(model, {Action::RollBack, 3, 0.5, 50});
        QVERIFY(std::abs(m_session->sink.values("learning_rate").back() - 0.0025) < 1e-12);
    }

    void stopsWhenGoingBackDoesNotHelp() {
        Breaking model(from(5));
        const TrainResult result = train(model, {Action::RollBack, 2, 0.5, 50});
        QCOMPARE(result.ending, Ending::Stopped);
        QCOMPARE(QString::fromStdString(result.reason),
                 "loss became NaN at step 4, after going back 2 times");
        QCOMPARE(m_session->sink.saved.back().step, 3);
    }

    void goesBackToTheStartWithoutACheckpoint() {
        Breaking model({2});
        const TrainResult result = train(model, {Action::RollBack, 3, 0.5, 50});
        QVERIFY(textOf("rolled back").startsWith("Went back to step 0"));
        QCOMPARE(result.step, 9);
    }

    void goesBackFromTheVeryLastStep() {
        Judged model({3, 2, kNan, 1});
        const Trained run = m_session->train(
            model,
            list(guard({Action::RollBack, 3, 0.5, 50}), m_session->checkpoints({9, true, 0.0, ""})),
            3);
        QCOMPARE(run.result.ending, Ending::Finished);
        QCOMPARE(run.result.step, 9);
        QCOMPARE(run.result.epoch, 3);
        QCOMPARE(m_session->sink.saved.back().metricValue, 1.0);
    }

    void countsTheTimesOverAResume() {
        Breaking first({2}), second({2});
        train(first, {Action::RollBack, 1, 0.5, 50});
        const Archive checkpoint = m_session->read(m_session->files().at(0)); // of step 3
        QCOMPARE(checkpoint.integer("callback.nan_guard.rollbacks"), 1);
        const TrainResult result = train(second, {Action::RollBack, 1, 0.5, 50}, &checkpoint);
        QCOMPARE(result.ending, Ending::Stopped);
        QCOMPARE(QString::fromStdString(result.reason),
                 "loss became NaN at step 5, after going back 1 time");
    }

    void keepsTheTimeThatWasUsed() {
        Breaking model({5});
        double before = 0.0, after = -1.0;
        Callbacks callbacks =
            list(guard({Action::RollBack, 3, 0.5, 50}),
                 std::make_unique<At>(
                     Event::StepEnd,
                     [&](TrainState& state) {
                         if (after < 0.0) before = state.seconds();
                     },
                     0, "before"),
                 std::make_unique<At>(
                     Event::CheckpointLoaded, [&](TrainState& state) { after = state.seconds(); },
                     0, "after"));
        Trainer(model, classData(12), nullptr, adamOptions(3, 4), std::move(callbacks),
                m_session->sink)
            .fit();
        QVERIFY(before > 0.0);
        QVERIFY(after >= before);
    }
};

QTEST_GUILESS_MAIN(TestNanGuard)
#include "tst_nan_guard.moc"
