#include <QtTest/QtTest>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QToolButton>

#include "ui/editor/component_form.h"
#include "ui/editor/param_row.h"

namespace {

core::ParamSpec spec(const std::string& id, core::ParamType type, core::ParamValue value) {
    core::ParamSpec result;
    result.id = id;
    result.label = id;
    result.type = type;
    result.defaultValue = std::move(value);
    return result;
}

std::vector<core::ParamSpec> specs() {
    core::ParamSpec lr = spec("lr", core::ParamType::Real, 0.001);
    lr.minimum = 0;
    lr.minimumIsExclusive = true;
    lr.isLogScale = true;
    lr.help = "How far one step goes.";
    core::ParamSpec method = spec("method", core::ParamType::Enum, std::string("plain"));
    method.choices = {"plain", "nesterov"};
    core::ParamSpec momentum = spec("momentum", core::ParamType::Real, 0.9);
    momentum.dependsOn = "method=nesterov";
    core::ParamSpec eps = spec("eps", core::ParamType::Real, 1e-8);
    eps.isAdvanced = true;
    return {lr,
            method,
            momentum,
            eps,
            spec("amsgrad", core::ParamType::Bool, false),
            spec("path", core::ParamType::Path, std::string())};
}

} // namespace

class TestComponentForm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void showsDefaultsAndHidesAdvancedRows();
    void readsWhatIsTyped();
    void marksChangedValuesAndResetsThem();
    void saysUnderTheFieldWhatIsWrong();
    void showsHelpWhileTheFieldHasTheFocus();
    void stepsWithTheArrowKeys();
    void showsDependentRowsWhenTheyApply();
    void findsRowsByText();
    void paramsComeBackAsTheyWereSet();

private:
    QLineEdit* line(const char* id) const;
    QString message(const char* id) const;

    std::unique_ptr<ui::ComponentForm> m_form;
};

void TestComponentForm::init() {
    m_form = std::make_unique<ui::ComponentForm>(specs());
    m_form->show();
    m_form->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_form.get()));
}

QLineEdit* TestComponentForm::line(const char* id) const {
    return m_form->row(id)->findChild<QLineEdit*>();
}

QString TestComponentForm::message(const char* id) const {
    const auto* label = m_form->row(id)->findChild<QLabel*>(QStringLiteral("message"));
    return label->isVisible() ? label->text() : QString();
}

void TestComponentForm::showsDefaultsAndHidesAdvancedRows() {
    QCOMPARE(line("lr")->text(), QStringLiteral("0.001"));
    QVERIFY(!m_form->row("eps")->isVisible());
    m_form->setAdvancedShown(true);
    QVERIFY(m_form->row("eps")->isVisible());
    QCOMPARE(line("eps")->text(), QStringLiteral("1e-8"));
}

void TestComponentForm::readsWhatIsTyped() {
    QSignalSpy edited(m_form.get(), &ui::ComponentForm::edited);
    line("lr")->selectAll();
    QTest::keyClicks(line("lr"), QStringLiteral("3e-4"));
    QCOMPARE(m_form->params().real("lr"), 3e-4);
    QCOMPARE(edited.size(), 4);
    auto* box = m_form->row("amsgrad")->findChild<QCheckBox*>();
    QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
    QVERIFY(m_form->params().flag("amsgrad"));
}

void TestComponentForm::marksChangedValuesAndResetsThem() {
    auto* reset = m_form->row("lr")->findChild<QToolButton*>(QStringLiteral("reset"));
    QVERIFY(!reset->isVisible());
    QTest::keyClicks(line("lr"), QStringLiteral("5"));
    QVERIFY(!m_form->row("lr")->isDefault());
    QVERIFY(reset->isVisible());
    QTest::mouseClick(reset, Qt::LeftButton);
    QCOMPARE(line("lr")->text(), QStringLiteral("0.001"));
    QVERIFY(!reset->isVisible());
}

void TestComponentForm::saysUnderTheFieldWhatIsWrong() {
    line("lr")->selectAll();
    QTest::keyClicks(line("lr"), QStringLiteral("-1"));
    QCOMPARE(message("lr"), QStringLiteral("Must be more than 0, not -1"));
    QCOMPARE(m_form->errorCount(), 1);
    QCOMPARE(m_form->firstError(), m_form->row("lr"));
    line("lr")->selectAll();
    QTest::keyClicks(line("lr"), QStringLiteral("abc"));
    QCOMPARE(message("lr"), QStringLiteral("Must be a number, such as 0.001 or 3e-4"));
    QCOMPARE(m_form->errorCount(), 1);
}

void TestComponentForm::showsHelpWhileTheFieldHasTheFocus() {
    line("path")->setFocus();
    QCOMPARE(message("lr"), QString());
    line("lr")->setFocus();
    QCOMPARE(message("lr"), QStringLiteral("How far one step goes."));
}

void TestComponentForm::stepsWithTheArrowKeys() {
    QTest::keyClick(line("lr"), Qt::Key_Up, Qt::ControlModifier);
    QCOMPARE(line("lr")->text(), QStringLiteral("0.01"));
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(line("lr"), Qt::Key_Down);
    QVERIFY(std::abs(m_form->params().real("lr") - 0.001) < 2e-5);
}

void TestComponentForm::showsDependentRowsWhenTheyApply() {
    QVERIFY(!m_form->row("momentum")->isVisible());
    auto* box = m_form->row("method")->findChild<QComboBox*>();
    QTest::keyClick(box, Qt::Key_Down);
    QCOMPARE(m_form->params().text("method"), std::string("nesterov"));
    QVERIFY(m_form->row("momentum")->isVisible());
}

void TestComponentForm::findsRowsByText() {
    m_form->setSearch(QStringLiteral("EPS"));
    QVERIFY(m_form->row("eps")->isVisible());
    QVERIFY(!m_form->row("lr")->isVisible());
    QCOMPARE(m_form->visibleRowCount(), 1);
    m_form->setSearch({});
    QVERIFY(m_form->row("lr")->isVisible());
}

void TestComponentForm::paramsComeBackAsTheyWereSet() {
    core::Params params(specs());
    params.set("lr", 0.25);
    params.set("method", std::string("nesterov"));
    params.set("path", std::string("data/ä b.csv"));
    m_form->setParams(params);
    QVERIFY(m_form->params() == params);
}

QTEST_MAIN(TestComponentForm)
#include "tst_component_form.moc"
