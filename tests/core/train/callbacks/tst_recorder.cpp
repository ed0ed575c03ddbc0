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

    void recordsEveryStepAndEpoch() {
        SmallModel model(classInfo());
        m_session->train(model, list(std::make_unique<Recorder>(Recorder::Options())), 2);
        QCOMPARE(m_session->sink.points.at("loss/train").size(), size_t(6));
        QCOMPARE(m_session->sink.points.at("learning_rate").size(), size_t(6));
        QCOMPARE(m_session->sink.points.at("gradient/norm").size(), size_t(6));
        QCOMPARE(m_session->sink.points.at("accuracy/train").size(), size_t(2));
        QCOMPARE(m_session->sink.points.at("loss/val").size(), size_t(2));
        QCOMPARE(m_session->sink.points.at("accuracy/val").back().step, 6);
        QCOMPARE(m_session->sink.points.at("loss/train").front().step, 1);
        for (const SeriesKey& key : m_session->sink.keys)
            if (key.tag == "accuracy/val") QCOMPARE(key.direction, Direction::Maximize);
    }

    void thinsOutStepsWhenAsked() {
        SmallModel model(classInfo());
        m_session->train(model, list(std::make_unique<Recorder>(Recorder::Options{4})), 3);
        QCOMPARE(m_session->sink.points.at("loss/train").size(), size_t(2)); // steps 4 and 8 of 9
    }
};

QTEST_GUILESS_MAIN(TestRecorder)
#include "tst_recorder.moc"
