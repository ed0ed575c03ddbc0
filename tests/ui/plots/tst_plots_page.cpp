#include "ui/plots/plots_page.h"

#include "tests/support/picture.h"
#include "tests/support/sample_workspace.h"
#include "ui/common/run_selection.h"
#include "ui/common/theme.h"
#include "ui/plots/plot_hover.h"
#include "ui/plots/split_legend.h"

#include <QtTest/QtTest>
#include <QtWidgets/QLabel>
#include <QtWidgets/QToolButton>

using core::Direction;
using core::RunState;

class TestPlotsPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        ui::applyTheme(*qApp, ui::ThemeChoice::Light);
        m_folder = std::make_unique<QTemporaryDir>();
        m_store = std::make_unique<core::Store>(m_folder->path().toStdString());
        m_selection = std::make_unique<ui::RunSelection>();
    }

    void cleanup() {
        m_page.reset();
        m_store.reset();
    }

    void saysWhatToDoWhenNoRunIsTicked() {
        open();
        QCOMPARE(board().emptyText(), QStringLiteral("Tick a run on the left to plot it"));
        QVERIFY(shows("Tick a run on the left to plot it"));
    }

    void saysThatARunningRunHasNoPointsYet() {
        const std::string run = test::addRun(*m_store, {.name = "new", .state = RunState::Running});
        open({run});
        QTRY_VERIFY(shows("Nothing to plot yet — the first point comes after about 10 steps"));
    }

    void showsTrainAndValidationInOneCard() {
        open({test::addTrainedRun(*m_store, {.name = "a"})});
        const QStringList expected = {"loss", "accuracy", "gradient/norm", "learning_rate"};
        QTRY_COMPARE(board().shownCards(), expected);
        QTRY_VERIFY(isRead("loss"));
        const auto& curves = board().card("loss")->plot().curves();
        QCOMPARE(curves.size(), 2);
        QVERIFY(!curves[0].look.isValidation);
        QVERIFY(curves[1].look.isValidation);
        QCOMPARE(curves[0].look.color, curves[1].look.color);
    }

    void leavesOnlyCardsThatMatchTheFilter() {
        open({test::addTrainedRun(*m_store, {.name = "a"})});
        QTRY_COMPARE(board().shownCards().size(), 4);
        m_page->setTagFilter("LOSS");
        QCOMPARE(board().shownCards(), QStringList{"loss"});
        m_page->setTagFilter("xyz");
        QVERIFY(board().shownCards().isEmpty());
        QVERIFY(shows("No tag matches ‘xyz’"));
        m_page->setTagFilter({});
        QCOMPARE(board().shownCards().size(), 4);
    }

    void hidesTheLegendOfANarrowCardBehindItsButtons() {
        ui::PlotCard card(QStringLiteral("accuracy"));
        ui::Curve train;
        train.look.splitName = QStringLiteral("train");
        ui::Curve validation = train;
        validation.look.splitName = QStringLiteral("val");
        validation.look.isValidation = true;
        card.setCurves({train, validation});
        card.plot().setFocusPolicy(Qt::NoFocus); // the buttons come with the focus too
        card.move(100, 100); // away from the pointer of the offscreen platform
        const auto* legend = card.findChild<ui::SplitLegend*>();
        const auto hover = [&](bool over) {
            QEnterEvent enter({}, {}, {});
            QEvent leave(QEvent::Leave);
            QCoreApplication::sendEvent(&card, over ? static_cast<QEvent*>(&enter) : &leave);
        };
        for (const auto& [width, isShownUnderPointer] :
             {std::pair(240, false), std::pair(700, true)}) {
            card.resize(width, 200);
            card.show();
            QVERIFY(QTest::qWaitForWindowExposed(&card));
            QTRY_VERIFY(legend->isShown());
            hover(true);
            QCOMPARE(legend->isShown(), isShownUnderPointer);
            hover(false);
            QVERIFY(legend->isShown());
        }
    }

    void keepsTheCardsWhileDataArrives() {
        const std::string run = test::addTrainedRun(*m_store, {.name = "a"});
        open({run});
        QTRY_VERIFY(isRead("loss"));
        ui::PlotCard* card = board().card("loss");
        const size_t count = card->plot().curves()[0].data->size();
        addPoint(run, "loss/train", 2000, 0.1);
        m_page->onResultsWritten(QString::fromStdString(run));
        QTRY_COMPARE(card->plot().curves()[0].data->size(), count + 1);
        QCOMPARE(board().card("loss"), card);
    }

    void addsACardWhenARunLogsANewTag() {
        const std::string run = test::addTrainedRun(*m_store, {.name = "a"});
        open({run});
        QTRY_COMPARE(board().shownCards().size(), 4);
        addPoint(run, "samples_per_second", 10, 1e4);
        m_page->onResultsWritten(QString::fromStdString(run));
        QTRY_VERIFY(board().shownCards().contains("samples_per_second"));
    }

    void readsOnlyCardsThatWereOnScreen() {
        const std::string run = test::addTrainedRun(*m_store, {.name = "a"});
        for (int i = 0; i < 60; ++i)
            addPoint(run, "weights/layer" + std::to_string(i), 1, 1.0);
        open({run});
        QTRY_VERIFY(isRead("loss"));
        QTRY_COMPARE(board().shownCards().size(), 64);
        QVERIFY(!isRead(board().shownCards().last()));
    }

    void groupsManyCardsByThePrefixOfTheirTags() {
        const std::string run = test::addTrainedRun(*m_store, {.name = "a"});
        for (int i = 0; i < 8; ++i)
            addPoint(run, "weights/fc" + std::to_string(i), 1, 1.0);
        open({run});
        QTRY_COMPARE(board().shownCards().size(), 12);
        QToolButton* heading = nullptr;
        for (QToolButton* button : m_page->findChildren<QToolButton*>())
            if (button->text() == QLatin1String("weights (8)")) heading = button;
        QVERIFY(heading);
        QTest::mouseClick(heading, Qt::LeftButton);
        QTRY_COMPARE(board().shownCards().size(), 4);
    }

    void changesTheAxisOfEveryCard() {
        open({test::addTrainedRun(*m_store, {.name = "a"})});
        QTRY_VERIFY(isRead("loss"));
        QTRY_VERIFY(board().card("loss")->plot().xAxis->range().upper > 800);
        m_page->setXAxis(ui::XAxis::Epoch);
        QTRY_VERIFY(qAbs(board().card("loss")->plot().xAxis->range().upper - 20) < 1);
        m_page->setXAxis(ui::XAxis::Relative);
        QTRY_VERIFY(qAbs(board().card("loss")->plot().xAxis->range().upper - 9) < 0.3);
    }

    void zoomsLinkedCardsTogetherAndFitsThemTogether() {
        open({test::addTrainedRun(*m_store, {.name = "a"})});
        QTRY_VERIFY(isRead("loss") && isRead("accuracy"));
        board().card("loss")->plot().zoomTo({100, 200}, {0, 1});
        QTRY_COMPARE(board().card("accuracy")->plot().xAxis->range().lower, 100.0);
        QVERIFY(!board().card("accuracy")->plot().isFollowing());
        board().card("accuracy")->plot().fit();
        QVERIFY(!board().card("loss")->plot().isZoomed());
        QVERIFY(board().card("loss")->plot().isFollowing());
        m_page->setLinkX(false);
        board().card("loss")->plot().zoomTo({100, 200}, {0, 1});
        QVERIFY(!board().card("accuracy")->plot().isZoomed());
    }

    void showsOneCardInFullSizeAndReturns() {
        open({test::addTrainedRun(*m_store, {.name = "a"})});
        QTRY_COMPARE(board().shownCards().size(), 4);
        Q_EMIT board().card("accuracy")->maximizeToggled();
        QCOMPARE(board().shownCards(), QStringList{"accuracy"});
        QTest::keyClick(&board(), Qt::Key_Escape);
        QCOMPARE(board().shownCards().size(), 4);
    }

    void followsARunsNewNameAndColour() {
        const std::string run = test::addTrainedRun(*m_store, {.name = "a"});
        open({run});
        QTRY_VERIFY(isRead("loss"));
        m_store->updateRun(run, [](core::RunRecord& record) {
            record.name = "better";
            record.color = "#D55E00";
        });
        m_page->onRunChanged(QString::fromStdString(run));
        const ui::CurveLook look = board().card("loss")->plot().curves()[0].look;
        QCOMPARE(look.label(), QStringLiteral("better train"));
        QCOMPARE(look.color, ui::runColor("#D55E00", m_page->palette()));
    }

    void dropsCurvesOfARunThatIsUnticked() {
        const std::string a = test::addTrainedRun(*m_store, {.name = "a"});
        const std::string b = test::addTrainedRun(*m_store, {.name = "b", .seed = 2});
        open({a, b});
        QTRY_VERIFY(isRead("loss"));
        QCOMPARE(board().card("loss")->plot().curves().size(), 4);
        m_selection->setVisible(QString::fromStdString(a), false);
        QTRY_COMPARE(board().card("loss")->plot().curves().size(), 2);
        m_selection->setVisible(QString::fromStdString(b), false);
        QTRY_VERIFY(shows("Tick a run on the left to plot it"));
    }

    // Looked at by people: set TORCHDESK_PICTURES to a folder.
    void looksGood_data() {
        QTest::addColumn<bool>("isDark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

    void looksGood() {
        QFETCH(bool, isDark);
        const QString suffix = QString::fromLatin1(QTest::currentDataTag());
        const std::vector<std::string> runs = test::addSampleProject(*m_store);
        open(runs);
        ui::applyTheme(*qApp, isDark ? ui::ThemeChoice::Dark : ui::ThemeChoice::Light);
        QTRY_VERIFY(isRead("loss") && isRead("accuracy"));
        QCOMPARE(board().card("loss")->plot().curves().size(), 12);
        QTest::qWait(200);
        ui::CurvePlot& plot = board().card("loss")->plot();
        plot.setLogY(true);
        QTRY_VERIFY(plot.yAxis->range().lower > 0);
        QTest::qWait(100);
        plot.hover().moveTo(plot.axisRect()->rect().center());
        test::savePicture(*m_page, "plots-six-" + suffix);
        plot.hover().leave();
        plot.setLogY(false);
        m_selection->setVisibleRuns({QString::fromStdString(runs[0])});
        m_page->resize(600, 700);
        QTRY_COMPARE(plot.curves().size(), 2);
        QTest::qWait(200);
        test::savePicture(*m_page, "plots-one-" + suffix);
        m_selection->setVisibleRuns({});
        test::savePicture(*m_page, "plots-empty-" + suffix);
    }

private:
    void open(const std::vector<std::string>& visible = {}) {
        QStringList ids;
        for (const std::string& id : visible)
            ids.append(QString::fromStdString(id));
        m_selection->setVisibleRuns(ids);
        m_page = std::make_unique<ui::PlotsPage>(m_folder->path(), *m_store, *m_selection);
        m_page->resize(1280, 800);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
    }

    ui::CardBoard& board() { return m_page->board(); }

    bool isRead(const QString& title) {
        ui::PlotCard* card = board().card(title);
        return card && !card->plot().curves().isEmpty() && card->plot().hasPoints();
    }

    bool shows(const char* text) {
        for (QLabel* label : m_page->findChildren<QLabel*>())
            if (label->isVisible() && label->text() == QString::fromUtf8(text)) return true;
        return false;
    }

    void addPoint(const std::string& run, const std::string& tag, int64_t step, double value) {
        test::addPoints(*m_store, run, 1, tag, Direction::None, {{step, value}});
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<core::Store> m_store;
    std::unique_ptr<ui::RunSelection> m_selection;
    std::unique_ptr<ui::PlotsPage> m_page;
};

QTEST_MAIN(TestPlotsPage)
#include "tst_plots_page.moc"
