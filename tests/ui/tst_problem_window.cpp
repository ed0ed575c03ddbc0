#include "ui/problem_window.h"

#include <QtTest/QtTest>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QLabel>

class TestProblemWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhyAndLetsTryAgain() {
        ui::ProblemWindow window(QStringLiteral("/some/runs"),
                                 QStringLiteral("Cannot open /some/runs/runs.db: <it> is gone."));
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const auto* reason = window.findChild<QLabel*>(QStringLiteral("reason"));
        QCOMPARE(reason->text(), QStringLiteral("Cannot open /some/runs/runs.db: <it> is gone."));
        QVERIFY(window.findChild<QAbstractButton*>(QStringLiteral("openWorkspace"))->isVisible());
        QSignalSpy chosen(&window, &ui::ProblemWindow::workspaceChosen);
        QTest::mouseClick(window.findChild<QAbstractButton*>(QStringLiteral("tryAgain")),
                          Qt::LeftButton);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen[0][0].toString(), QStringLiteral("/some/runs"));
    }
};

QTEST_MAIN(TestProblemWindow)
#include "tst_problem_window.moc"
