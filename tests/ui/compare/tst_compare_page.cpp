#include "ui/compare/compare_page.h"

#include "core/run/catalog.h"
#include "tests/support/picture.h"
#include "tests/support/sample_workspace.h"
#include "ui/common/run_selection.h"
#include "ui/common/theme.h"
#include "ui/compare/metrics_model.h"
#include "ui/compare/parameters_model.h"
#include "ui/plots/card_board.h"

#include <QtTest/QtTest>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QToolButton>

class TestComparePage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("torchdesk-test-compare"));
        m_folder = std::make_unique<QTemporaryDir>();
        m_store = std::make_unique<core::Store>(m_folder->path().toStdString());
        for (const std::string& id : test::addSampleProject(*m_store))
            m_runs.append(QString::fromStdString(id));
    }

    void init() {
        QSettings().clear();
        ui::applyTheme(*qApp, ui::ThemeChoice::Light);
        m_selection.setVisibleRuns({});
        m_page = std::make_unique<ui::ComparePage>(*m_store, m_catalog, m_selection);
        m_page->resize(1000, 800);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
    }

    void cleanup() { m_page.reset(); }
    void cleanupTestCase() { m_store.reset(); }

    void asksForTwoRuns() {
        m_selection.setVisibleRuns({m_runs[0]});
        QVERIFY(shows("Select 2 or more runs"));
        m_selection.setVisibleRuns({m_runs[0], m_runs[1]});
        QVERIFY(!shows("Select 2 or more runs"));
    }

    void showsCurvesParametersAndMetricsOfTheTickedRuns() {
        m_selection.setVisibleRuns({m_runs[0], m_runs[1]});
        const QStringList curves = {"loss", "accuracy"};
        QTRY_COMPARE(m_page->board().shownCards(), curves);
        QCOMPARE(m_page->parameters().columnCount(), 3);
        QCOMPARE(m_page->metrics().index(0, 0).data().toString(), QStringLiteral("loss/val, best"));
        QStringList keys;
        for (int row = 0; row < m_page->parameters().rowCount(); ++row)
            keys.append(m_page->parameters().index(row, 0).data().toString());
        const QStringList expected = {"optimizer.lr", "run.seed"};
        QCOMPARE(keys, expected);
    }

    void showsAllParametersOnRequest() {
        m_selection.setVisibleRuns({m_runs[0], m_runs[1]});
        QTest::mouseClick(m_page->findChild<QCheckBox*>(), Qt::LeftButton);
        QVERIFY(m_page->parameters().rowCount() > 8);
    }

    void remembersTheBaseline() {
        m_selection.setVisibleRuns({m_runs[1], m_runs[0], m_runs[2]});
        m_page->setBaseline(m_runs[2]);
        m_page.reset();
        m_selection.setVisibleRuns({m_runs[0], m_runs[1], m_runs[2]}); // as the list has them
        ui::ComparePage again(*m_store, m_catalog, m_selection);
        QCOMPARE(again.baseline(), m_runs[2]);
    }

    void swapsTheBaseline() {
        m_selection.setVisibleRuns({m_runs[0], m_runs[1], m_runs[2]});
        QCOMPARE(m_page->baseline(), m_runs[0]);
        for (QToolButton* button : m_page->findChildren<QToolButton*>())
            if (button->text() == QLatin1String("Swap baseline"))
                QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(m_page->baseline(), m_runs[1]);
        const auto header = [&](int column) {
            return m_page->metrics().headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        };
        QCOMPARE(header(1), QStringLiteral("digits lr 3e-3"));
        m_selection.setVisible(m_runs[4], true); // one more run leaves the baseline alone
        QCOMPARE(m_page->baseline(), m_runs[1]);
        m_selection.setVisible(m_runs[1], false);
        QCOMPARE(m_page->baseline(), m_runs[2]);
    }

    void followsARunningRun() {
        m_selection.setVisibleRuns({m_runs[0], m_runs[5]});
        const std::string run = m_runs[5].toStdString();
        test::addPoints(*m_store, run, 1, "loss/val", core::Direction::Minimize, {{999, 0.0125}});
        m_page->onResultsWritten(m_runs[5]);
        const auto lossCell = [&] {
            for (int row = 0; row < m_page->metrics().rowCount(); ++row)
                if (m_page->metrics().index(row, 0).data() == QLatin1String("loss/val, last"))
                    return m_page->metrics().index(row, 2).data().toString();
            return QString();
        };
        QTRY_VERIFY(lossCell().startsWith(QLatin1String("0.01250 @ 999")));
    }

    void looksGood_data() {
        QTest::addColumn<bool>("isDark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

    void looksGood() {
        QFETCH(bool, isDark);
        const QString suffix = QString::fromLatin1(QTest::currentDataTag());
        ui::applyTheme(*qApp, isDark ? ui::ThemeChoice::Dark : ui::ThemeChoice::Light);
        m_selection.setVisibleRuns({m_runs[0], m_runs[1]});
        const auto isDrawn = [&] {
            ui::PlotCard* card = m_page->board().card("accuracy");
            return card && card->plot().hasPoints() && card->plot().curves().size() == 4;
        };
        QTRY_VERIFY(isDrawn());
        QTest::qWait(100);
        test::savePicture(*m_page, "compare-two-" + suffix);
        m_selection.setVisibleRuns({m_runs[0], m_runs[1], m_runs[2], m_runs[3], m_runs[4]});
        m_page->resize(620, 800);
        QTRY_COMPARE(m_page->board().card("accuracy")->plot().curves().size(), 10);
        QTest::qWait(100);
        test::savePicture(*m_page, "compare-five-narrow-" + suffix);
    }

private:
    bool shows(const char* text) {
        for (QLabel* label : m_page->findChildren<QLabel*>())
            if (label->isVisible() && label->text() == QString::fromUtf8(text)) return true;
        return false;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<core::Store> m_store;
    core::Catalog m_catalog{{}};
    ui::RunSelection m_selection;
    QStringList m_runs;
    std::unique_ptr<ui::ComparePage> m_page;
};

QTEST_MAIN(TestComparePage)
#include "tst_compare_page.moc"
