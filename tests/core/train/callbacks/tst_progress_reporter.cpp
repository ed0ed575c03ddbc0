#include <cmath>

#include <QtTest/QTest>

#include "core/train/callbacks/progress_reporter.h"
#include "tests/core/train/callbacks/callback_support.h"

using namespace core;
using namespace support;

class TestProgressReporter : public QObject {
    Q_OBJECT

private:
    std::optional<Session> m_session;

private Q_SLOTS:
    void init() { m_session.emplace(); }

    void tellsTheProgress() {
        SmallModel model(classInfo());
        m_session->train(model, list(std::make_unique<ProgressReporter>()), 2);
        QCOMPARE(m_session->sink.lastProgress.step, 6);
        QCOMPARE(m_session->sink.lastProgress.totalSteps, 6);
        QCOMPARE(m_session->sink.lastProgress.epoch, 2);
        QCOMPARE(m_session->sink.lastProgress.remainingS, 0.0);
        QVERIFY(std::isfinite(m_session->sink.lastProgress.loss));
    }
};

QTEST_GUILESS_MAIN(TestProgressReporter)
#include "tst_progress_reporter.moc"
