#include <cmath>

#include <QtTest/QTest>

#include "core/train/callbacks/recorder.h"
#include "tests/core/train/callbacks/callback_support.h"

using namespace core;
using namespace support;

class TestRecorder : public QObject {
    Q_OBJECT

private:
    std::optional<Session> m_session;

private Q_SLOTS:
    void init() { m_session.emplace(); }

    void t16_recordsThatTheLossBecameNan() {
        class Breaking : public SmallModel {
        public:
            using SmallModel::SmallModel;
            at::Tensor loss(const Tensors& out, const Batch& batch) override {
                const at::Tensor loss = SmallModel::loss(out, batch);
                return ++m_calls == 5 ? loss * kNan : loss;
            }
            int m_calls = 0;
        };
        for (const bool stops : {true, false}) {
            init();
            Breaking model(classInfo());
            Trainer trainer(model, classData(12), nullptr, adamOptions(3, 4),
                            list(std::make_unique<Recorder>(Recorder::Options{1, stops}),
                                 m_session->checkpoints({9, true, 0.0, ""})),
                            m_session->sink);
            const TrainResult result = trainer.fit();
            QVERIFY(m_session->sink.hasEvent("nan"));
            QVERIFY(std::isnan(m_session->sink.values("loss/train").at(4)));
            QCOMPARE(result.step, stops ? 5 : 9);
            QCOMPARE(result.ending, stops ? Ending::Stopped : Ending::Finished);
            if (stops) {
                QCOMPARE(QString::fromStdString(result.reason), "loss became NaN at step 5");
                QCOMPARE(m_session->sink.saved.back().step, 3); // the good one is the last
            }
            for (const auto& parameter : model.parameters())
                QVERIFY(parameter.isfinite().all().item<bool>());
        }
    }

    void recordsEveryStepAndEpoch() {
        SmallModel model(classInfo());
        m_session->train(model, list(std::make_unique<Recorder>(Recorder::Options())), 2);
        QCOMPARE(m_session->sink.points.at("loss/train").size(), size_t(6));
        QCOMPARE(m_session->sink.points.at("learning_rate").size(), size_t(6));
        QCOMPARE(m_session->sink.points.at("gradient/norm").size(), size_t(6));
        QCOMPARE(m_session->sink.points.at("accuracy/train").size(), size_t(2));
        QCOMPARE(m_session->sink.points.at("loss/val").size(), size_t(2));
        QCOMPARE(m_session->sink.points.at("accuracy/val").back().step, 6);
        QVERIFY(m_session->sink.points.at("samples_per_second").back().value > 0.0);
        QCOMPARE(m_session->sink.points.at("loss/train").front().step, 1);
        for (const SeriesKey& key : m_session->sink.keys)
            if (key.tag == "accuracy/val") QCOMPARE(key.direction, Direction::Maximize);
    }

    void thinsOutStepsWhenAsked() {
        SmallModel model(classInfo());
        m_session->train(model, list(std::make_unique<Recorder>(Recorder::Options{4, true})), 3);
        QCOMPARE(m_session->sink.points.at("loss/train").size(), size_t(2)); // steps 4 and 8 of 9
    }
};

QTEST_GUILESS_MAIN(TestRecorder)
#include "tst_recorder.moc"
