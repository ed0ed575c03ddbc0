// The whole program as a person meets it: the real window, Runner, engine and data.
#include <QtTest/QtTest>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTabBar>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QToolBar>
#include <QtWidgets/QTreeView>

#include "app/services.h"
#include "core/run/runner.h"
#include "core/store/store.h"
#include "ui/common/run_selection.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/metrics_model.h"
#include "ui/compare/parameters_model.h"
#include "ui/main_window.h"
#include "ui/plots/plots_page.h"
#include "ui/run_actions.h"
#include "ui/runs/runs_model.h"
#include "ui/runs/runs_panel.h"

namespace {

constexpr int kTrainingMs = 60'000; // a busy machine trains slowly

} // namespace

class TestWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void saysInAWindowWhyAWorkspaceCannotBeOpened();
    void learnsPausesResumesStopsClonesAndCompares();

private:
    void click(const char* action);
    core::RunRecord run(const QString& id) { return *m_services->store().run(id.toStdString()); }
    int64_t pointCount(const QString& id);
    QLineEdit* field(const char* section, const char* param);
    QString startDemo();
    void pauseResumeAndStop(const QString& id);
    QString cloneWithLearningRate(const QString& text);
    void compare();

    QTemporaryDir m_folder;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<ui::MainWindow> m_window;
};

void TestWindow::initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(QStringLiteral("torchdesk-test-program"));
    QSettings().clear();
    m_services = std::make_unique<Services>(m_folder.path());
    m_window = std::make_unique<ui::MainWindow>(m_services->store(), m_services->runner(),
                                                m_services->catalog(), Services::resourcesDir());
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TestWindow::saysInAWindowWhyAWorkspaceCannotBeOpened() {
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("runs.db")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray(5000, 'x')) == 5000);
    file.close();
    const QString picture = folder.filePath(QStringLiteral("window.png"));
    QProcess program;
    program.start(QCoreApplication::applicationDirPath() + QStringLiteral("/torchdesk"),
                  {QStringLiteral("--workspace"), folder.path(), QStringLiteral("--screenshot"),
                   picture, QStringLiteral("--quit-when-idle")});
    QVERIFY(program.waitForFinished());
    QCOMPARE(program.exitCode(), 1);
    QVERIFY(program.readAllStandardError().contains("not a database"));
    QVERIFY(!QImage(picture).isNull());
}

void TestWindow::click(const char* action) {
    auto* bar = m_window->findChild<QToolBar*>(QStringLiteral("runBar"));
    auto* wanted = m_window->findChild<QAction*>(QLatin1String(action));
    QTRY_VERIFY_WITH_TIMEOUT(wanted->isEnabled(), kTrainingMs);
    QTest::mouseClick(bar->widgetForAction(wanted), Qt::LeftButton);
}

int64_t TestWindow::pointCount(const QString& id) {
    for (const core::MetricRecord& metric : m_services->store().metrics(id.toStdString()))
        if (metric.tag == "loss/train") return metric.count;
    return 0;
}

QLineEdit* TestWindow::field(const char* section, const char* param) {
    return m_window->findChild<QWidget*>(QLatin1String(section))
        ->findChild<QWidget*>(QStringLiteral("param:") + QLatin1String(param))
        ->findChild<QLineEdit*>();
}

QString TestWindow::startDemo() {
    QTest::mouseClick(m_window->findChild<QAbstractButton*>(QStringLiteral("demo")),
                      Qt::LeftButton);
    return m_window->findChild<ui::RunSelection*>()->current();
}

void TestWindow::pauseResumeAndStop(const QString& id) {
    click("pause");
    QTRY_COMPARE_WITH_TIMEOUT(run(id).state, core::RunState::Paused, kTrainingMs);
    const int64_t pausedAt = run(id).step;
    QVERIFY(pausedAt > 0);
    QVERIFY(!m_services->store().checkpoints(id.toStdString()).empty());
    click("resume");
    QTRY_COMPARE_WITH_TIMEOUT(run(id).state, core::RunState::Running, kTrainingMs);
    QTRY_VERIFY_WITH_TIMEOUT(run(id).step > pausedAt, kTrainingMs);
    click("stop");
    QTRY_COMPARE_WITH_TIMEOUT(run(id).state, core::RunState::Stopped, kTrainingMs);
}

QString TestWindow::cloneWithLearningRate(const QString& text) {
    click("clone");
    QLineEdit* lr = field("optimizerSection", "lr");
    lr->selectAll();
    QTest::keyClicks(lr, text);
    QTest::mouseClick(m_window->findChild<QPushButton*>(QStringLiteral("startDraft")),
                      Qt::LeftButton);
    return m_window->findChild<ui::RunSelection*>()->current();
}

void TestWindow::compare() {
    auto* tabs = m_window->findChild<QTabWidget*>(QStringLiteral("pages"));
    QTest::mouseClick(tabs->tabBar(), Qt::LeftButton, {}, tabs->tabBar()->tabRect(1).center());
    auto* page = m_window->findChild<ui::ComparePage*>();
    QVERIFY(page->isVisible());
    QTRY_COMPARE(page->parameters().differenceCount(), 1); // the learning rate
    QTRY_VERIFY(page->metrics().rowCount() > 0);
}

void TestWindow::learnsPausesResumesStopsClonesAndCompares() {
    const QString first = startDemo();
    QVERIFY(!first.isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(pointCount(first) > 0, kTrainingMs);
    auto* plots = m_window->findChild<ui::PlotsPage*>();
    QTRY_VERIFY_WITH_TIMEOUT(!plots->board().shownCards().isEmpty(), kTrainingMs);
    const auto* numbers = m_window->findChild<QLabel*>(QStringLiteral("progressNumbers"));
    QTRY_VERIFY_WITH_TIMEOUT(numbers->text().contains(QStringLiteral("loss")), kTrainingMs);
    pauseResumeAndStop(first);

    const QString second = cloneWithLearningRate(QStringLiteral("0.01"));
    QVERIFY(second != first);
    QTRY_VERIFY_WITH_TIMEOUT(pointCount(second) > 0, kTrainingMs);
    QCOMPARE(run(second).parentId, first.toStdString());
    click("stop");
    QTRY_COMPARE_WITH_TIMEOUT(run(second).state, core::RunState::Stopped, kTrainingMs);
    QCOMPARE(m_window->findChild<ui::RunSelection*>()->visible(), QStringList({first, second}));
    compare();
}

QTEST_MAIN(TestWindow)
#include "tst_window.moc"
