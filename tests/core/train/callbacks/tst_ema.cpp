#include <cmath>

#include <QtTest/QTest>

#include "core/train/callbacks/early_stopping.h"
#include "core/train/callbacks/ema.h"
#include "tests/core/train/callbacks/callback_support.h"

using namespace core;
using namespace support;

namespace {

std::unique_ptr<Ema> ema(Ema::Options options) {
    return std::make_unique<Ema>(options);
}

std::string hashOf(const Archive& weights) {
    SmallModel model(classInfo());
    loadWeights(model, weights);
    return weightsSha256(model);
}

} // namespace

class TestEma : public QObject {
    Q_OBJECT

private:
    std::optional<Session> m_session;

private Q_SLOTS:
    void init() { m_session.emplace(); }

    void averagesAsTheFormulaSays_data() {
        QTest::addColumn<bool>("warmsUp");
        QTest::newRow("one decay") << false;
        QTest::newRow("warm-up") << true;
    }

    void averagesAsTheFormulaSays() {
        QFETCH(bool, warmsUp);
        SmallModel model(classInfo());
        const at::Tensor weight = model.named_parameters()["first.weight"];
        at::Tensor expected = weight.detach().to(at::kDouble);
        auto follow = std::make_unique<At>(
            Event::StepEnd,
            [&](TrainState& state) {
                const double n = static_cast<double>(state.globalStep - 1);
                const double decay = warmsUp ? std::min(0.3, (1 + n) / (10 + n)) : 0.3;
                expected = decay * expected + (1.0 - decay) * weight.detach().to(at::kDouble);
            },
            order::kLast);
        m_session->train(model,
                         list(ema({0.3, warmsUp, 0, true}), std::move(follow),
                              m_session->checkpoints({1, false, 0.0, ""})),
                         3);
        const Archive saved = m_session->read(m_session->files().last());
        QCOMPARE(saved.integer("callback.ema.updates"), 9);
        const at::Tensor found = saved.tensor("callback.ema.weights.first.weight");
        QVERIFY(at::allclose(found.to(at::kDouble), expected, 1e-5, 1e-7));
        // The run has finished, and leaves what it evaluated.
        QVERIFY(at::equal(weight.detach(), found));
    }

    void t13_doesNotAdvanceAtASkippedStep() {
        class Breaking : public SmallModel {
        public:
            using SmallModel::SmallModel;
            at::Tensor loss(const Tensors& out, const Batch& batch) override {
                return SmallModel::loss(out, batch) * (++m_calls == 2 ? kNan : 1.0);
            }
            int m_calls = 0;
        };
        Breaking model(classInfo());
        Trainer(model, classData(12), nullptr, adamOptions(1, 4),
                list(ema({}), m_session->checkpoints({1, false, 0.0, "loss/train"})),
                m_session->sink)
            .fit();
        const Archive saved = m_session->read(m_session->files().last());
        QCOMPARE(saved.integer("trainer.global_step"), 3);
        QCOMPARE(saved.integer("callback.ema.updates"), 2);
        QVERIFY(saved.tensor("callback.ema.weights.first.weight").isfinite().all().item<bool>());
    }

    void t30_keepsRawWeightsAsRaw() {
        SmallModel model(classInfo());
        std::string raw, evaluated, decided, next;
        const auto at = [&](Event event, std::string& hash, const char* name, int order) {
            return std::make_unique<At>(
                event, [&hash](TrainState& state) { hash = weightsSha256(*state.model); }, order,
                name);
        };
        m_session->train(
            model,
            list(ema({0.9, false, 0, true}), at(Event::StepEnd, raw, "raw", order::kLast),
                 at(Event::EvalBatchEnd, evaluated, "evaluated", 0),
                 at(Event::EvalEnd, decided, "decided", order::kDecider),
                 at(Event::EpochEnd, next, "next", 0),
                 std::make_unique<At>(
                     Event::EvalBatchEnd,
                     [](TrainState& state) {
                         state.requestCheckpoint();
                         state.mustWriteCheckpoint = true;
                     },
                     0, "asks"),
                 m_session->checkpoints({9, false, 0.0, ""})),
            1);
        QVERIFY(evaluated != raw);
        QCOMPARE(decided, evaluated);
        QCOMPARE(next, raw);
        const Archive saved = m_session->read(m_session->files().last());
        QCOMPARE(hashOf(saved.section("model")), raw);
        QCOMPARE(hashOf(saved.section("callback.ema.weights")), evaluated);
    }

    void evaluatesRawWeightsWhenAsked() {
        SmallModel model(classInfo());
        std::string raw, evaluated;
        const Trained run = m_session->train(
            model,
            list(ema({0.9, false, 0, false}),
                 std::make_unique<At>(
                     Event::StepEnd, [&](TrainState& state) { raw = weightsSha256(*state.model); },
                     order::kLast, "raw"),
                 std::make_unique<At>(
                     Event::EvalBatchEnd,
                     [&](TrainState& state) { evaluated = weightsSha256(*state.model); })),
            2);
        QCOMPARE(evaluated, raw);
        QCOMPARE(run.weights, raw);
    }

    void putsRawWeightsBackAfterAnError() {
        class Failing : public SmallModel {
        public:
            using SmallModel::SmallModel;
            void batchEval(const Batch&, MetricSet&, StepContext&) override {
                throw std::runtime_error("out of luck");
            }
        };
        Failing model(classInfo());
        std::string raw;
        auto follow = std::make_unique<At>(
            Event::StepEnd, [&](TrainState& state) { raw = weightsSha256(*state.model); },
            order::kLast);
        const QString message =
            messageOf([&] { m_session->train(model, list(ema({}), std::move(follow)), 1); });
        QVERIFY(message.contains("out of luck"));
        QCOMPARE(weightsSha256(model), raw);
    }

    void earlyStoppingRestoresWhatWasEvaluated() {
        Judged model({5, 3, 4, 4});
        std::vector<std::string> evaluated;
        Callbacks callbacks =
            list(ema({0.9, false, 0, true}),
                 std::make_unique<EarlyStopping>(EarlyStopping::Options{2, 0.0, true, ""}),
                 std::make_unique<At>(Event::EvalBatchEnd, [&](TrainState& state) {
                     evaluated.push_back(weightsSha256(*state.model));
                 }));
        const Trained run = m_session->train(model, std::move(callbacks), 9);
        QCOMPARE(evaluated.size(), size_t(4));
        QCOMPARE(run.weights, evaluated.at(1));
    }

    void startsWhenTold() {
        SmallModel model(classInfo());
        std::string raw, evaluated;
        m_session->train(model,
                         list(ema({0.9, false, 4, true}),
                              std::make_unique<At>(
                                  Event::StepEnd,
                                  [&](TrainState& state) {
                                      if (state.globalStep == 3) raw = weightsSha256(*state.model);
                                  },
                                  order::kLast, "raw"),
                              std::make_unique<At>(Event::EvalBatchEnd,
                                                   [&](TrainState& state) {
                                                       if (state.globalStep == 3)
                                                           evaluated = weightsSha256(*state.model);
                                                   }),
                              m_session->checkpoints({1, false, 0.0, ""})),
                         3);
        QCOMPARE(evaluated, raw);
        QCOMPARE(m_session->read(m_session->files().last()).integer("callback.ema.updates"), 5);
    }

    void resumesExactly_data() {
        QTest::addColumn<int>("pauseStep");
        for (const int step : {1, 3, 5}) // 3: right after an evaluation
            QTest::addRow("at step %d", step) << step;
    }

    void resumesExactly() {
        QFETCH(int, pauseStep);
        const auto options = Ema::Options{0.9, true, 2, true};
        const auto finalOf = [](const Session& session) {
            return hashOf(session.read(session.files().last()).section("callback.ema.weights"));
        };
        torch::manual_seed(5);
        SmallModel model(classInfo(), 0.3);
        const Trained whole = m_session->train(
            model, list(ema(options), m_session->checkpoints({1, false, 0.0, ""})), 3);

        Session pieces;
        torch::manual_seed(5);
        SmallModel first(classInfo(), 0.3);
        auto pause = std::make_unique<At>(Event::StepEnd, [&](TrainState& state) {
            if (state.globalStep == pauseStep) state.requestPause();
        });
        const Trained paused = pieces.train(
            first, list(ema(options), std::move(pause), pieces.checkpoints({1, false, 0.0, ""})),
            3);
        const Archive checkpoint = pieces.read(pieces.files().last());
        QCOMPARE(paused.weights, hashOf(checkpoint.section("model"))); // not at its end
        SmallModel second(classInfo(), 0.3);
        const Trained rest = pieces.train(
            second, list(ema(options), pieces.checkpoints({1, false, 0.0, ""})), 3, &checkpoint);
        QCOMPARE(rest.weights, whole.weights);
        QCOMPARE(finalOf(pieces), finalOf(*m_session));
    }
};

QTEST_GUILESS_MAIN(TestEma)
#include "tst_ema.moc"
