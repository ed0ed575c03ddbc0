#include <QtGui/QUndoStack>
#include <QtTest/QtTest>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTreeView>

#include "core/run/catalog.h"
#include "core/store/store.h"
#include "ui/common/chip.h"
#include "ui/common/run_selection.h"
#include "ui/common/toast.h"
#include "ui/runs/run_edits.h"
#include "ui/runs/run_row_actions.h"
#include "ui/runs/runs_model.h"
#include "ui/runs/runs_panel.h"

class TestRunsPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void ticksTheNewestTenAtFirst();
    void ticksARunAtAClickOnItsColour();
    void ticksSelectedRunsWithSpace();
    void renamesWithF2();
    void movesToTheTrashAndBackWithUndo();
    void refusesToTrashARunAtWork();
    void leavesARunAtWorkOutOfTheTrashWhenAnEditIsDoneAgain();
    void undoesWhatItChangedAndNothingElse();
    void purgesNeitherARunAtWorkNorForeignFolders();
    void emptiesTheTrashAfterAsking();
    void clearsTheFilterWithEscape();
    void showsWhatAnotherProgramWrites();
    void isThereQuicklyWithAThousandRuns();

private:
    std::string addRun(const std::string& name, core::RunState state = core::RunState::Finished);
    void open();
    void clickCell(int row, int column);
    QString nameAt(int row) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<core::Store> m_store;
    std::unique_ptr<core::Catalog> m_catalog;
    std::unique_ptr<ui::RunSelection> m_selection;
    std::unique_ptr<ui::RunsPanel> m_panel;
};

void TestRunsPanel::initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(QStringLiteral("torchdesk-test"));
    QSettings().clear();
}

void TestRunsPanel::init() {
    m_panel.reset();
    m_selection.reset();
    m_store.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_store = std::make_unique<core::Store>(m_folder->path().toStdString());
    m_catalog = std::make_unique<core::Catalog>(std::vector<std::string>());
    m_selection = std::make_unique<ui::RunSelection>();
}

std::string TestRunsPanel::addRun(const std::string& name, core::RunState state) {
    core::RunRecord run;
    run.name = name;
    run.state = state;
    run.startedMs = 1000;
    run.configJson = R"({"optimizer": {"lr": 0.001}})";
    return m_store->insertRun(run).id;
}

void TestRunsPanel::open() {
    m_panel = std::make_unique<ui::RunsPanel>(*m_store, *m_catalog, *m_selection);
    m_panel->resize(700, 500);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
}

void TestRunsPanel::clickCell(int row, int column) {
    QTreeView& view = m_panel->view();
    const QRect cell = view.visualRect(view.model()->index(row, column));
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, cell.center());
}

QString TestRunsPanel::nameAt(int row) const {
    return m_panel->view().model()->index(row, ui::NameColumn).data().toString();
}

void TestRunsPanel::ticksTheNewestTenAtFirst() {
    for (int i = 0; i < 12; ++i)
        addRun("run " + std::to_string(i));
    open();
    QCOMPARE(m_selection->visible().size(), 10);
    QCOMPARE(m_panel->findChild<QLabel*>(QStringLiteral("runCount"))->text(),
             QStringLiteral("10 of 12 plotted"));
    QCOMPARE(m_selection->current(), m_panel->model().row(0).id);
}

void TestRunsPanel::ticksARunAtAClickOnItsColour() {
    const auto id = QString::fromStdString(addRun("run"));
    open();
    QVERIFY(m_selection->isVisible(id));
    clickCell(0, ui::EyeColumn);
    QVERIFY(!m_selection->isVisible(id));
    clickCell(0, ui::EyeColumn);
    QVERIFY(m_selection->isVisible(id));
}

void TestRunsPanel::ticksSelectedRunsWithSpace() {
    addRun("a");
    addRun("b");
    open();
    m_panel->view().setFocus();
    m_panel->view().selectAll();
    QTest::keyClick(&m_panel->view(), Qt::Key_Space);
    QCOMPARE(m_selection->visible(), QStringList());
    QTest::keyClick(&m_panel->view(), Qt::Key_Space);
    QCOMPARE(m_selection->visible().size(), 2);
}

void TestRunsPanel::renamesWithF2() {
    const std::string id = addRun("old name");
    open();
    clickCell(0, ui::NameColumn);
    QTest::keyClick(&m_panel->view(), Qt::Key_F2);
    auto* editor = m_panel->view().viewport()->findChild<QLineEdit*>();
    QVERIFY(editor);
    editor->selectAll();
    QTest::keyClicks(editor, QStringLiteral("new name"));
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE(nameAt(0), QStringLiteral("new name"));
    QCOMPARE(m_store->run(id)->name, std::string("new name"));
    m_panel->edits().undoStack()->undo();
    QCOMPARE(nameAt(0), QStringLiteral("old name"));
}

void TestRunsPanel::movesToTheTrashAndBackWithUndo() {
    const std::string id = addRun("run");
    open();
    ui::Toast toast(m_panel.get());
    m_panel->rowActions().setToast(&toast);
    clickCell(0, ui::NameColumn);
    QTest::keyClick(&m_panel->view(), Qt::Key_Delete);
    QCOMPARE(m_panel->view().model()->rowCount(), 0);
    QVERIFY(m_store->run(id)->trashedMs > 0);
    QVERIFY(!m_selection->isVisible(QString::fromStdString(id)));
    QCOMPARE(toast.text(), QStringLiteral("1 run moved to Trash"));
    QTest::mouseClick(toast.findChild<QPushButton*>(), Qt::LeftButton);
    QCOMPARE(m_panel->view().model()->rowCount(), 1);
    QCOMPARE(m_store->run(id)->trashedMs, int64_t(0));
}

void TestRunsPanel::refusesToTrashARunAtWork() {
    const std::string id = addRun("at work", core::RunState::Running);
    open();
    QCOMPARE(m_panel->edits().moveToTrash({QString::fromStdString(id)}), QStringList());
    QCOMPARE(m_store->run(id)->trashedMs, int64_t(0));
}

void TestRunsPanel::leavesARunAtWorkOutOfTheTrashWhenAnEditIsDoneAgain() {
    const std::string id = addRun("run", core::RunState::Stopped);
    open();
    QUndoStack& stack = *m_panel->edits().undoStack();
    m_panel->edits().moveToTrash({QString::fromStdString(id)});
    stack.undo();
    m_store->changeState(id, core::RunState::Running, "");
    stack.redo();
    QCOMPARE(m_store->run(id)->trashedMs, int64_t(0));
    m_store->changeState(id, core::RunState::Stopped, "");
    stack.undo();
    stack.redo();
    QVERIFY(m_store->run(id)->trashedMs > 0);
}

void TestRunsPanel::undoesWhatItChangedAndNothingElse() {
    const std::string id = addRun("run");
    open();
    m_panel->edits().setPinned({QString::fromStdString(id)}, true);
    m_store->updateRun(id, [](core::RunRecord& run) { run.name = "renamed in the editor"; });
    m_panel->edits().undoStack()->undo();
    QVERIFY(!m_store->run(id)->isPinned);
    QCOMPARE(m_store->run(id)->name, std::string("renamed in the editor"));
}

void TestRunsPanel::purgesNeitherARunAtWorkNorForeignFolders() {
    const std::string atWork = addRun("at work", core::RunState::Running);
    core::RunRecord foreign;
    foreign.id = "../notes";
    m_store->insertRun(foreign);
    QVERIFY(QDir().mkpath(m_folder->filePath(QStringLiteral("notes"))));
    open();
    m_panel->edits().purge({QString::fromStdString(atWork), QStringLiteral("../notes")});
    QVERIFY(m_store->run(atWork));
    QVERIFY(!m_store->run("../notes"));
    QVERIFY(QFileInfo::exists(m_folder->filePath(QStringLiteral("notes"))));
}

void TestRunsPanel::emptiesTheTrashAfterAsking() {
    const std::string id = addRun("run");
    const QString folder =
        m_folder->filePath(QStringLiteral("artifacts/") + QString::fromStdString(id));
    QVERIFY(QDir().mkpath(folder));
    QFile file(folder + QStringLiteral("/weights.pt"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(2'500'000, 'x'));
    file.close();
    open();
    m_panel->edits().moveToTrash({QString::fromStdString(id)});
    QTest::mouseClick(m_panel->findChild<ui::Chip*>(QStringLiteral("chipTrash")), Qt::LeftButton);
    QCOMPARE(m_panel->view().model()->rowCount(), 1);

    QString question;
    QTimer::singleShot(0, [&] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        question = box->text();
        for (QAbstractButton* button : box->buttons())
            if (box->buttonRole(button) == QMessageBox::DestructiveRole) button->click();
    });
    QTest::mouseClick(m_panel->findChild<QPushButton*>(QStringLiteral("emptyTrash")),
                      Qt::LeftButton);
    QCOMPARE(question, QStringLiteral("Delete 1 run and 2.5 MB of their files for good?"));
    QVERIFY(!m_store->run(id));
    QVERIFY(!QFileInfo::exists(folder));
    QCOMPARE(m_panel->view().model()->rowCount(), 0);
}

void TestRunsPanel::clearsTheFilterWithEscape() {
    addRun("alpha");
    addRun("beta");
    open();
    m_panel->focusSearch();
    auto* search = m_panel->findChild<QLineEdit*>(QStringLiteral("runSearch"));
    QTest::keyClicks(search, QStringLiteral("alp"));
    QCOMPARE(m_panel->view().model()->rowCount(), 1);
    QTest::keyClick(search, Qt::Key_Escape);
    QCOMPARE(m_panel->view().model()->rowCount(), 2);
}

void TestRunsPanel::showsWhatAnotherProgramWrites() {
    addRun("ours");
    open();
    core::Store other(m_folder->path().toStdString());
    core::RunRecord run;
    run.name = "theirs";
    other.insertRun(run);
    QTRY_COMPARE(m_panel->view().model()->rowCount(), 2);
    QCOMPARE(nameAt(0), QStringLiteral("theirs"));
}

void TestRunsPanel::isThereQuicklyWithAThousandRuns() {
    for (int i = 0; i < 1000; ++i)
        addRun("run " + std::to_string(i));
    QElapsedTimer clock;
    clock.start();
    ui::RunsPanel panel(*m_store, *m_catalog, *m_selection);
    panel.resize(400, 700);
    panel.grab();
    const qint64 elapsed = clock.elapsed();
    qInfo("panel of 1000 runs: %lld ms", elapsed);
    QVERIFY2(elapsed < 400, "the run browser is slow to open"); // 10x what was measured
}

QTEST_MAIN(TestRunsPanel)
#include "tst_runs_panel.moc"
