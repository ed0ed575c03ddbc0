// What a desktop's end of session sends reaches the program as a Qt signal, and the real program
// ends with its run paused.
#include <csignal>

#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include "app/quit_signals.h"
#include "core/store/store.h"

class TestQuitSignals : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsOfASignal_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("kill") << SIGTERM;
        QTest::newRow("terminal closed") << SIGHUP;
    }
    void tellsOfASignal() {
        QFETCH(int, signal);
        QuitSignals quitSignals;
        QSignalSpy asked(&quitSignals, &QuitSignals::asked);
        ::raise(signal);
        QTRY_COMPARE(asked.count(), 1);
    }

    void theProgramPausesItsRun() {
        QTemporaryDir folder;
        const std::string workspace = folder.path().toStdString();
        core::Store store(workspace);
        QProcess program;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* variable : {"XDG_CONFIG_HOME", "XDG_DATA_HOME"})
            environment.insert(variable, folder.path());
        program.setProcessEnvironment(environment);
        program.start(QCoreApplication::applicationDirPath() + "/torchdesk",
                      {"--workspace", folder.path(), "--demo"});
        QTRY_VERIFY_WITH_TIMEOUT(!store.runs().empty() && store.runs().front().step > 0, 60'000);
        ::kill(static_cast<pid_t>(program.processId()), SIGTERM);
        QVERIFY(program.waitForFinished(60'000));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 0);
        const core::RunRecord run = store.runs().front();
        QCOMPARE(run.state, core::RunState::Paused);
        QCOMPARE(store.checkpoints(run.id).back().step, run.step);
    }
};

QTEST_GUILESS_MAIN(TestQuitSignals)
#include "tst_quit_signals.moc"
