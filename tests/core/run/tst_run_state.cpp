#include <QtTest/QtTest>

#include "core/run/run_state.h"

using namespace core;

class TestRunState : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Each row: the actions that are allowed, one letter each, with a checkpoint; and without.
    void allowsWhatTheTableSays_data() {
        QTest::addColumn<int>("state");
        QTest::addColumn<QString>("withCheckpoint");
        QTest::addColumn<QString>("without");
        const auto row = [](RunState state, const char* with, const char* without) {
            QTest::newRow(toText(state)) << int(state) << with << without;
        };
        // s Start, p Pause, x Stop, r Resume, c Clone, t Trash, k checkpoint now
        row(RunState::Draft, "sct", "sct");
        row(RunState::Queued, "sxct", "sxct");
        row(RunState::Starting, "xc", "xc");
        row(RunState::Running, "pxck", "pxck");
        row(RunState::Pausing, "xc", "xc");
        row(RunState::Paused, "xrc", "xrc");
        row(RunState::Stopping, "xc", "xc");
        row(RunState::Stopped, "rct", "rct");
        row(RunState::Interrupted, "rct", "rct");
        row(RunState::Finished, "rct", "rct");
        row(RunState::Failed, "rct", "ct");
    }
    void allowsWhatTheTableSays() {
        QFETCH(int, state);
        QFETCH(QString, withCheckpoint);
        QFETCH(QString, without);
        QCOMPARE(allowedActions(static_cast<RunState>(state), true), withCheckpoint);
        QCOMPARE(allowedActions(static_cast<RunState>(state), false), without);
    }

    void knowsWhichStatesHaveAProcess() {
        QVERIFY(isActive(RunState::Starting) && isActive(RunState::Running));
        QVERIFY(isActive(RunState::Pausing) && isActive(RunState::Stopping));
        QVERIFY(!isActive(RunState::Queued) && !isActive(RunState::Paused));
        QVERIFY(!isActive(RunState::Draft) && !isActive(RunState::Interrupted));
    }

    void writesEveryStateSoThatItReadsBack() {
        for (int i = 0; i <= static_cast<int>(RunState::Interrupted); ++i) {
            const auto state = static_cast<RunState>(i);
            QCOMPARE(runStateFromText(toText(state)).value(), state);
        }
        QVERIFY(!runStateFromText("running"));
    }

private:
    static QString allowedActions(RunState state, bool hasCheckpoint) {
        const std::vector<std::pair<QChar, RunAction>> actions = {
            {'s', RunAction::Start},        {'p', RunAction::Pause}, {'x', RunAction::Stop},
            {'r', RunAction::Resume},       {'c', RunAction::Clone}, {'t', RunAction::Trash},
            {'k', RunAction::CheckpointNow}};
        QString letters;
        for (const auto& [letter, action] : actions)
            if (allows(state, action, hasCheckpoint)) letters += letter;
        return letters;
    }
};

QTEST_GUILESS_MAIN(TestRunState)
#include "tst_run_state.moc"
