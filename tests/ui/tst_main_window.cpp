#include <QtTest/QtTest>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QToolBar>
#include <QtWidgets/QTreeView>
#include <QtWidgets/QTreeWidget>

#include "core/run/runner.h"
#include "tests/support/workspace.h"
#include "ui/common/banner.h"
#include "ui/common/theme.h"
#include "ui/details/error_card.h"
#include "ui/editor/run_editor.h"
#include "ui/main_window.h"
#include "ui/plugins_dialog.h"
#include "ui/run_actions.h"
#include "ui/runs/runs_model.h"
#include "ui/runs/runs_panel.h"
#include "ui/workspace_copy.h"

// The real window and Runner on an engine that needs no LibTorch.
class TestMainWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void beginsWithThreeWaysToBegin();
    void runsTheDemoFromItsButton();
    void goesThroughTheLifeOfARun();
    void savesWhatIsTypedIntoADraft();
    void clonesARunUnderANewName();
    void offersWhatARunOfAnotherProgramAllows();
    void showsTheCardOfAFailedRun();
    void asksBeforeClosingWithARunAtWork();
    void warnsBeforeClosingLosesResults();
    void offersToCopyADamagedWorkspace();
    void pausesWithoutAskingWhenTheSessionEnds();
    void offersToEndARunThatDoesNotStop();
    void putsTheRightDockOnTheLeftOneWhenNarrow();
    void tellsOfTroublesOnceAndCountsThem();
    void switchesTheTheme();
    void listsPluginsWithTheirReasons();
    void savesAndRestoresTheLayout();

private:
    void open();
    QString addDraft(const std::string& behave, int points = 10);
    static void answer(const QString& text); // clicks this button of the question that comes
    QAction* action(const char* name) const {
        return m_window->findChild<QAction*>(QLatin1String(name));
    }
    void click(const char* name); // a button of the tool bar
    core::RunState stateOf(const QString& id) { return m_workspace->state(id.toStdString()); }
    ui::RunsModel& runs() { return m_window->findChild<ui::RunsPanel*>()->model(); }

    std::unique_ptr<QTemporaryDir> m_resources;
    std::unique_ptr<test::Workspace> m_workspace;
    std::unique_ptr<core::Runner> m_runner;
    std::unique_ptr<ui::MainWindow> m_window;
};

void TestMainWindow::initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(QStringLiteral("torchdesk-test-window"));
}

void TestMainWindow::init() {
    QSettings().clear();
    m_workspace = std::make_unique<test::Workspace>();
    m_resources = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(m_resources->path()).mkpath(QStringLiteral("configs")));
    QFile demo(m_resources->filePath(QStringLiteral("configs/digits-mlp.json")));
    QVERIFY(demo.open(QIODevice::WriteOnly));
    core::RunConfig config = m_workspace->config("");
    config.name = "demo";
    demo.write(QJsonDocument(core::toJson(config)).toJson());
    m_runner = std::make_unique<core::Runner>(m_workspace->store, m_workspace->catalog,
                                              QString::fromStdString(m_workspace->enginePath));
}

void TestMainWindow::cleanup() {
    m_window.reset();
    m_runner.reset();
    m_workspace.reset();
}

void TestMainWindow::open() {
    m_window = std::make_unique<ui::MainWindow>(m_workspace->store, *m_runner, m_workspace->catalog,
                                                m_resources->path());
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

// Of the message box that comes next.
void TestMainWindow::answer(const QString& text) {
    QTimer::singleShot(0, [text] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        for (QAbstractButton* button : box->buttons())
            if (button->text().remove(QLatin1Char('&')) == text) button->click();
    });
}

QString TestMainWindow::addDraft(const std::string& behave, int points) {
    return m_window->actions().createRun(m_workspace->config(behave, points));
}

void TestMainWindow::click(const char* name) {
    auto* bar = m_window->findChild<QToolBar*>(QStringLiteral("runBar"));
    QWidget* button = bar->widgetForAction(action(name));
    QVERIFY(button);
    QTest::mouseClick(button, Qt::LeftButton);
}

void TestMainWindow::beginsWithThreeWaysToBegin() {
    open();
    for (const char* name : {"demo", "firstRun", "openWorkspace"}) {
        auto* button = m_window->findChild<QAbstractButton*>(QLatin1String(name));
        QVERIFY(button && button->isVisible());
    }
    QVERIFY(!m_window->findChild<QTabWidget*>(QStringLiteral("pages"))->isVisible());
    QVERIFY(!action("start")->isEnabled());
}

void TestMainWindow::runsTheDemoFromItsButton() {
    open();
    QTest::mouseClick(m_window->findChild<QAbstractButton*>(QStringLiteral("demo")),
                      Qt::LeftButton);
    QTRY_COMPARE(runs().rowCount(), 1);
    const QString id = runs().row(0).id;
    QTRY_COMPARE(stateOf(id), core::RunState::Finished);
    QVERIFY(m_window->findChild<QTabWidget*>(QStringLiteral("pages"))->isVisible());
    QVERIFY(m_window->findChild<QDockWidget*>(QStringLiteral("consoleDock"))->isVisible());
    QTRY_COMPARE(m_window->findChild<QLabel*>(QStringLiteral("detailsName"))->text(),
                 QStringLiteral("demo"));
    QTRY_VERIFY(m_window->findChild<QPlainTextEdit*>(QStringLiteral("console"))
                    ->toPlainText()
                    .contains(QStringLiteral("Fake training")));
}

void TestMainWindow::goesThroughTheLifeOfARun() {
    open();
    const QString id = addDraft("wait");
    QVERIFY(action("start")->isEnabled());
    QVERIFY(!action("pause")->isEnabled());
    click("start");
    QTRY_COMPARE(stateOf(id), core::RunState::Running);
    QTRY_VERIFY(action("pause")->isEnabled());
    click("pause");
    QTRY_COMPARE(stateOf(id), core::RunState::Paused);
    QTRY_VERIFY(action("resume")->isEnabled());
    click("resume");
    QTRY_COMPARE(stateOf(id), core::RunState::Running);
    QTRY_VERIFY(action("stop")->isEnabled());
    click("stop");
    QTRY_COMPARE(stateOf(id), core::RunState::Stopped);
    QTRY_VERIFY(!action("stop")->isEnabled());
    const auto* state = m_window->findChild<QLabel*>(QStringLiteral("detailsState"));
    QTRY_VERIFY(state->text().contains(QStringLiteral("Stopped")));
}

void TestMainWindow::savesWhatIsTypedIntoADraft() {
    open();
    click("newRun");
    const QString id = runs().row(0).id;
    auto* row = m_window->findChild<QWidget*>(QStringLiteral("param:epochs"));
    auto* line = row->findChild<QLineEdit*>();
    line->selectAll();
    QTest::keyClicks(line, QStringLiteral("7"));
    const auto storedEpochs = [&] {
        return ui::storedConfig(m_workspace->store, m_workspace->catalog, id).run.integer("epochs");
    };
    QTRY_COMPARE(storedEpochs(), int64_t(7));
    QCOMPARE(line->text(), QStringLiteral("7"));
}

void TestMainWindow::clonesARunUnderANewName() {
    open();
    const QString id = addDraft("");
    m_window->actions().startRun(id);
    QTRY_COMPARE(stateOf(id), core::RunState::Finished);
    QTRY_VERIFY(action("clone")->isEnabled());
    click("clone");
    QCOMPARE(runs().rowCount(), 2);
    const ui::RunRow& clone = runs().row(0);
    QCOMPARE(clone.record.state, core::RunState::Draft);
    QCOMPARE(QString::fromStdString(clone.record.parentId), id);
    QCOMPARE(clone.name, runs().row(1).name + QStringLiteral(" 2"));
    QVERIFY(m_window->findChild<ui::RunEditor*>()->isVisible());
}

void TestMainWindow::offersWhatARunOfAnotherProgramAllows() {
    open();
    const QString id = addDraft("");
    core::Store other(m_workspace->folder(), core::Store::Mode::Join);
    other.changeState(id.toStdString(), core::RunState::Running, "");
    QTRY_VERIFY(action("pause")->isEnabled() && action("stop")->isEnabled());
    other.changeState(id.toStdString(), core::RunState::Stopped, "user");
    QTRY_VERIFY(!action("pause")->isEnabled() && action("resume")->isEnabled());
}

void TestMainWindow::showsTheCardOfAFailedRun() {
    open();
    const QString id = addDraft("throw", 4);
    click("start");
    QTRY_COMPARE(stateOf(id), core::RunState::Failed);
    auto* card = m_window->findChild<ui::ErrorCard*>();
    QTRY_VERIFY(card->isVisible());
    QCOMPARE(card->findChild<QLabel*>(QStringLiteral("cause"))->text(),
             QStringLiteral("The toy broke at step 4"));
    QTRY_VERIFY(m_window->banner()
                    .texts()
                    .join(QLatin1Char(' '))
                    .contains(QStringLiteral("The toy broke at step 4")));
    QTest::mouseClick(card->findChild<QPushButton*>(QStringLiteral("cloneAndFix")), Qt::LeftButton);
    QCOMPARE(runs().rowCount(), 2);
    QVERIFY(m_window->findChild<ui::RunEditor*>()->isVisible());
}

void TestMainWindow::asksBeforeClosingWithARunAtWork() {
    open();
    const QString id = addDraft("wait");
    click("start");
    QTRY_COMPARE(stateOf(id), core::RunState::Running);
    answer(QStringLiteral("Cancel"));
    QVERIFY(!m_window->close());
    QVERIFY(m_window->isVisible());
    QCOMPARE(stateOf(id), core::RunState::Running);
    answer(QStringLiteral("Pause and quit"));
    QVERIFY(m_window->close());
    QTRY_COMPARE(stateOf(id), core::RunState::Paused);
}

void TestMainWindow::warnsBeforeClosingLosesResults() {
    open();
    const QString id = addDraft("wait");
    click("start");
    QTRY_COMPARE(stateOf(id), core::RunState::Running);
    Q_EMIT m_runner->troubled(QStringLiteral("The disk is full."));
    answer(QStringLiteral("Cancel"));
    QVERIFY(!m_window->close());
    answer(QStringLiteral("Quit and lose it"));
    QVERIFY(m_window->close());
}

void TestMainWindow::offersToCopyADamagedWorkspace() {
    m_workspace->addRun("");
    open();
    Q_EMIT m_runner->damaged(QStringLiteral("page 7 is wrong"));
    QVERIFY(m_workspace->store.isDamaged());
    QCOMPARE(m_window->banner().texts().size(), 1);
    QVERIFY(m_window->banner().texts()[0].contains(QStringLiteral("page 7 is wrong")));
    const auto offers = [this] {
        QStringList texts;
        for (auto* button : m_window->banner().findChildren<QPushButton*>())
            texts.append(button->text());
        return texts;
    };
    QVERIFY(offers().contains(QStringLiteral("Copy what can be read…")));

    const QTemporaryDir target;
    m_window->findChild<ui::WorkspaceCopy*>()->copyTo(target.path());
    QTRY_COMPARE(m_window->banner().texts().size(), 2);
    QVERIFY2(m_window->banner().texts()[1].contains(target.path()),
             qPrintable(m_window->banner().texts().join(QLatin1Char('\n'))));
    QCOMPARE(core::Store(target.path().toStdString()).runs().size(), size_t(1));
    QSignalSpy chosen(m_window.get(), &ui::MainWindow::workspaceChosen);
    for (auto* button : m_window->banner().findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Open it")) button->click();
    QTRY_COMPARE(chosen.count(), 1);
    QCOMPARE(chosen[0][0].toString(), target.path());

    m_window->findChild<ui::WorkspaceCopy*>()->copyTo(target.path()); // not over what is there
    QTRY_VERIFY(m_window->banner()
                    .texts()
                    .join(QLatin1Char('\n'))
                    .contains(QStringLiteral("is a workspace already")));
}

void TestMainWindow::pausesWithoutAskingWhenTheSessionEnds() {
    open();
    const QString id = addDraft("wait");
    click("start");
    QTRY_COMPARE(stateOf(id), core::RunState::Running);
    m_window->pauseAndClose();
    QVERIFY(!m_window->isVisible());
    QTRY_COMPARE(stateOf(id), core::RunState::Paused);
    QCOMPARE(m_workspace->store.checkpoints(id.toStdString()).size(), size_t(1));
}

void TestMainWindow::offersToEndARunThatDoesNotStop() {
    open();
    m_window->findChild<QTimer*>(QStringLiteral("stopPatience"))->setInterval(0);
    QSignalSpy ended(m_window.get(), &ui::MainWindow::endedAtOnce);
    const QString id = addDraft("hold");
    click("start");
    QTRY_COMPARE(stateOf(id), core::RunState::Running);
    QTRY_VERIFY(action("stop")->isEnabled());
    click("stop");
    QVERIFY(!action("stop")->isEnabled());
    QTRY_COMPARE(action("stop")->text(), QStringLiteral("End at once…"));
    QVERIFY(action("stop")->isEnabled());
    answer(QStringLiteral("Wait"));
    click("stop");
    QCOMPARE(stateOf(id), core::RunState::Stopping);
    QCOMPARE(ended.size(), 0);
    answer(QStringLiteral("End at once"));
    click("stop");
    QCOMPARE(stateOf(id), core::RunState::Stopped);
    QCOMPARE(ended.size(), 1); // the program ends here; in this test the thread comes back
    m_workspace->release();
    QTRY_VERIFY(!m_runner->isBusy());
    QTRY_COMPARE(action("stop")->text(), QStringLiteral("Stop"));
}

void TestMainWindow::putsTheRightDockOnTheLeftOneWhenNarrow() {
    open();
    auto* left = m_window->findChild<QDockWidget*>(QStringLiteral("runsDock"));
    auto* right = m_window->findChild<QDockWidget*>(QStringLiteral("inspectorDock"));
    m_window->resize(1280, 800);
    QCOMPARE(m_window->dockWidgetArea(right), Qt::RightDockWidgetArea);
    m_window->resize(1024, 640);
    QVERIFY(m_window->tabifiedDockWidgets(left).contains(right));
    m_window->resize(1280, 800);
    QVERIFY(!m_window->tabifiedDockWidgets(left).contains(right));
}

void TestMainWindow::tellsOfTroublesOnceAndCountsThem() {
    open();
    Q_EMIT m_runner->troubled(QStringLiteral("The disk is full."));
    Q_EMIT m_runner->troubled(QStringLiteral("The disk is full."));
    QCOMPARE(m_window->banner().texts(), QStringList({QStringLiteral("The disk is full.")}));
    QVERIFY(m_window->banner().isVisible());
    Q_EMIT m_runner->troubled(QString());
    QVERIFY(!m_window->banner().isVisible());
    Q_EMIT m_runner->damaged(QStringLiteral("page 7 is wrong"));
    QVERIFY(m_window->banner().isVisible());
    Q_EMIT m_runner->troubled(QString()); // writing works again: the damage is still there
    QCOMPARE(m_window->banner().texts().size(), 1);
}

void TestMainWindow::switchesTheTheme() {
    open();
    QAction* dark = nullptr;
    for (QAction* candidate : m_window->findChildren<QAction*>())
        if (candidate->text() == QStringLiteral("Dark")) dark = candidate;
    QVERIFY(dark);
    dark->trigger();
    QTRY_VERIFY(ui::isDark(m_window->palette()));
    QCOMPARE(ui::savedTheme(), ui::ThemeChoice::Dark);
    ui::applyTheme(*qApp, ui::ThemeChoice::Light);
    QTRY_VERIFY(!ui::isDark(m_window->palette()));
}

void TestMainWindow::listsPluginsWithTheirReasons() {
    const core::Catalog catalog({TEST_PLUGINS "/models", TEST_PLUGINS "/broken_models"});
    ui::PluginsDialog dialog(catalog, {{QStringLiteral("/no/such.so"), QStringLiteral("x")}},
                             nullptr);
    auto* list = dialog.findChild<QTreeWidget*>(QStringLiteral("pluginList"));
    const qsizetype models = catalog.ofKind(core::ComponentKind::Model).size();
    const qsizetype broken = catalog.problems().size();
    QVERIFY(broken >= 3);
    QCOMPARE(list->topLevelItemCount(), models + broken);
    QVERIFY(!list->topLevelItem(int(models))->text(2).isEmpty());
}

void TestMainWindow::savesAndRestoresTheLayout() {
    open();
    auto* console = m_window->findChild<QDockWidget*>(QStringLiteral("consoleDock"));
    QVERIFY(!console->isVisible());
    console->show();
    m_window->close();
    open();
    console = m_window->findChild<QDockWidget*>(QStringLiteral("consoleDock"));
    QVERIFY(console->isVisible());
    m_window->resetLayout();
    QVERIFY(!console->isVisible());
}

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
