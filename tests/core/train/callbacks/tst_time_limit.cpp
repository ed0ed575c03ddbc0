#include <QtTest/QTest>

#include "core/train/callbacks/time_limit.h"
#include "tests/core/train/callbacks/callback_support.h"

using namespace core;
using namespace support;

namespace {

std::unique_ptr<TimeLimit> limit(double minutes) {
    return std::make_unique<TimeLimit>(TimeLimit::Options{minutes});
}

} // namespace

class TestTimeLimit : public QObject {
    Q_OBJECT

private:
    std::optional<Session> m_session;

private Q_SLOTS:
    void init() { m_session.emplace(); }

    void endsAtASafePoint() {
        SmallModel model(classInfo());
        const Trained run = m_session->train(
            model, list(limit(1e-9), m_session->checkpoints({9, false, 0.0, ""})), 3);
        QCOMPARE(run.result.step, 1);
        QCOMPARE(run.result.ending, Ending::Finished);
        QCOMPARE(QString::fromStdString(run.result.reason), "time limit of 1e-09 min");
        QCOMPARE(m_session->sink.saved.back().step, 1);
    }

    void t44_countsTheTimeOfAllSessions() {
        SmallModel model(classInfo());
        auto pause = std::make_unique<At>(Event::StepEnd, [](TrainState& state) {
            if (state.globalStep == 4) state.requestPause();
        });
        m_session->train(
            model, list(limit(60), std::move(pause), m_session->checkpoints({9, false, 0.0, ""})),
            3);
        Archive checkpoint = m_session->read(m_session->files().last());
        checkpoint.write("trainer.seconds", 50.0 * 60.0); // as if it had trained for so long
        SmallModel again(classInfo());
        const Trained longer = m_session->train(again, list(limit(60)), 3, &checkpoint);
        QCOMPARE(longer.result.step, 9); // ten minutes were left
        SmallModel last(classInfo());
        const Trained shorter = m_session->train(last, list(limit(50)), 3, &checkpoint);
        QCOMPARE(shorter.result.step, 4);
        QCOMPARE(QString::fromStdString(shorter.result.reason), "time limit of 50 min");
    }
};

QTEST_GUILESS_MAIN(TestTimeLimit)
#include "tst_time_limit.moc"
