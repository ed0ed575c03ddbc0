#include <QtTest/QtTest>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollArea>

#include "core/run/catalog.h"
#include "core/run/run_config.h"
#include "tests/support/picture.h"
#include "ui/editor/run_editor.h"

// On the built-in parts and the tests' own model, so that no LibTorch is needed.
class TestRunEditor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void showsADraftWithoutChangingIt();
    void tellsOfEditsAfterAPause();
    void jumpsToTheFirstErrorInsteadOfStarting();
    void jumpsToAnErrorThatTheSearchHides();
    void marksAColumnThatTheTableLacks();
    void switchesCallbacksOn();
    void keepsCallbacksOnThatAlwaysAre();
    void keepsWhatWasSetByHandWhenTheTypeChanges();

private:
    QLineEdit* line(const char* section, const char* param) const;

    std::unique_ptr<core::Catalog> m_catalog;
    core::RunConfig m_config;
    std::unique_ptr<ui::RunEditor> m_editor;
};

void TestRunEditor::initTestCase() {
    m_catalog = std::make_unique<core::Catalog>(std::vector<std::string>{TEST_PLUGINS "/models"});
    std::vector<core::Problem> problems;
    const QJsonObject json =
        QJsonDocument::fromJson(R"({"torchdesk": 1, "name": "spirals", "data": {"type": "spirals"},
            "model": {"type": "toy"}, "optimizer": {"type": "adam", "lr": 0.01}})")
            .object();
    m_config = core::configFromJson(json, *m_catalog, "", problems);
}

void TestRunEditor::init() {
    m_editor = std::make_unique<ui::RunEditor>(*m_catalog);
    m_editor->resize(340, 900);
    m_editor->setDraft(QStringLiteral("id"), m_config);
    m_editor->show();
    m_editor->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_editor.get()));
}

QLineEdit* TestRunEditor::line(const char* section, const char* param) const {
    auto* part = m_editor->findChild<QWidget*>(QLatin1String(section));
    auto* row = part->findChild<QWidget*>(QStringLiteral("param:") + QLatin1String(param));
    return row->findChild<QLineEdit*>();
}

void TestRunEditor::showsADraftWithoutChangingIt() {
    QSignalSpy edited(m_editor.get(), &ui::RunEditor::configEdited);
    QVERIFY(m_editor->config() == m_config);
    QCOMPARE(line("optimizerSection", "lr")->text(), QStringLiteral("0.01"));
    QCOMPARE(edited.size(), 0);
}

void TestRunEditor::tellsOfEditsAfterAPause() {
    QSignalSpy edited(m_editor.get(), &ui::RunEditor::configEdited);
    line("optimizerSection", "lr")->selectAll();
    QTest::keyClicks(line("optimizerSection", "lr"), QStringLiteral("0.002"));
    QCOMPARE(edited.size(), 0);
    QTRY_COMPARE(edited.size(), 1);
    QCOMPARE(edited[0][1].value<core::RunConfig>().optimizer.params.real("lr"), 0.002);
}

void TestRunEditor::jumpsToTheFirstErrorInsteadOfStarting() {
    QSignalSpy started(m_editor.get(), &ui::RunEditor::startRequested);
    line("runSection", "epochs")->selectAll();
    QTest::keyClicks(line("runSection", "epochs"), QStringLiteral("0"));
    line("optimizerSection", "lr")->selectAll();
    QTest::keyClicks(line("optimizerSection", "lr"), QStringLiteral("x"));
    const int before = m_editor->errorCount();
    QVERIFY(before >= 2);
    QTest::mouseClick(m_editor->findChild<QPushButton*>(QStringLiteral("startDraft")),
                      Qt::LeftButton);
    QCOMPARE(started.size(), 0);
    QVERIFY(m_editor->findChild<QLabel*>(QStringLiteral("editorStatus"))
                ->text()
                .contains(QStringLiteral("%1 problems").arg(before)));
    QVERIFY(line("runSection", "epochs")->hasFocus());
}

void TestRunEditor::jumpsToAnErrorThatTheSearchHides() {
    m_editor->resize(340, 300);
    QLineEdit* lr = line("optimizerSection", "lr");
    lr->selectAll();
    QTest::keyClicks(lr, QStringLiteral("x"));
    auto* search = m_editor->findChild<QLineEdit*>(QStringLiteral("parameterSearch"));
    QTest::keyClicks(search, QStringLiteral("samples"));
    QTRY_VERIFY(!lr->isVisible());
    QTest::mouseClick(m_editor->findChild<QPushButton*>(QStringLiteral("startDraft")),
                      Qt::LeftButton);
    QVERIFY(lr->hasFocus());
    QVERIFY(search->text().isEmpty());
    auto* viewport = m_editor->findChild<QScrollArea*>()->viewport();
    const auto place = [&] { return QRect(lr->mapTo(m_editor.get(), QPoint()), lr->size()); };
    const QRect shown(viewport->mapTo(m_editor.get(), QPoint()), viewport->size());
    QTRY_VERIFY2(shown.contains(place()), "it lies outside of what is shown");
}

void TestRunEditor::marksAColumnThatTheTableLacks() {
    QTemporaryDir folder;
    QFile table(folder.filePath(QStringLiteral("table.csv")));
    QVERIFY(table.open(QIODevice::WriteOnly));
    table.write("size,price\n1,2\n");
    table.close();
    core::RunConfig config = m_config;
    std::vector<core::Problem> problems;
    for (const QString& change : {QStringLiteral("data.type=csv"), "data.path=" + table.fileName()})
        core::setByPath(config, *m_catalog, change.toStdString(), problems);
    m_editor->setDraft(QStringLiteral("other"), config);
    QCOMPARE(m_editor->errorCount(), 0);
    QTest::keyClicks(line("dataSection", "target"), QStringLiteral("prise"));
    QTRY_COMPARE(m_editor->errorCount(), 1);
    auto* row = m_editor->findChild<QWidget*>(QStringLiteral("param:target"));
    QCOMPARE(row->findChild<QLabel*>(QStringLiteral("message"))->text(),
             QStringLiteral("There is no column \"prise\". Did you mean \"price\"?"));
}

void TestRunEditor::switchesCallbacksOn() {
    auto* box = m_editor->findChild<QCheckBox*>(QStringLiteral("callback:early_stopping"));
    QVERIFY(box);
    const auto has = [this] {
        const auto callbacks = m_editor->config().callbacks;
        return std::any_of(callbacks.begin(), callbacks.end(),
                           [](const auto& c) { return c.type == "early_stopping"; });
    };
    const bool before = has();
    QTest::keyClick(box, Qt::Key_Space);
    QCOMPARE(has(), !before);
}

void TestRunEditor::keepsCallbacksOnThatAlwaysAre() {
    auto* box = m_editor->findChild<QCheckBox*>(QStringLiteral("callback:nan_guard"));
    QVERIFY(box->isChecked());
    QVERIFY(!box->isEnabled());
    m_config.callbacks.clear(); // an older config
    m_editor->setDraft(QStringLiteral("other"), m_config);
    QVERIFY(box->isChecked());
    test::savePicture(*m_editor, QStringLiteral("editor-callbacks"));
}

void TestRunEditor::keepsWhatWasSetByHandWhenTheTypeChanges() {
    auto* section = m_editor->findChild<QWidget*>(QStringLiteral("optimizerSection"));
    auto* type = section->findChild<QComboBox*>(QStringLiteral("type"));
    QTest::keyClick(type, type->currentIndex() > 0 ? Qt::Key_Up : Qt::Key_Down);
    QVERIFY(m_editor->config().optimizer.type != "adam");
    QCOMPARE(m_editor->config().optimizer.params.real("lr"), 0.01);
}

QTEST_MAIN(TestRunEditor)
#include "tst_run_editor.moc"
