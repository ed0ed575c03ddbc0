#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QtTest>

#include <cmath>

#include "core/run/catalog.h"
#include "core/store/store.h"
#include "ui/common/run_selection.h"
#include "ui/runs/runs_model.h"
#include "ui/runs/runs_proxy.h"

namespace {

core::RunRecord record(const std::string& name, const std::string& config = R"({"a": 1})") {
    core::RunRecord run;
    run.name = name;
    run.configJson = config;
    run.goalMetric = "loss/val";
    return run;
}

} // namespace

class TestRunsModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void showsRunsNewestFirst();
    void takesInNewChangedAndRemovedRuns();
    void givesAColumnToHyperparametersThatDiffer();
    void showsTheBestValueAndItsStep();
    void sortsMissingAndNanLastInBothDirections();
    void searchesNameNoteModelAndState();
    void keepsTheTrashApart();

private:
    void logValue(const std::string& runId, double value, int64_t step);
    QStringList names() const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<core::Store> m_store;
    std::unique_ptr<core::Catalog> m_catalog;
    std::unique_ptr<ui::RunSelection> m_selection;
    std::unique_ptr<ui::RunsModel> m_model;
    std::unique_ptr<ui::RunsProxy> m_proxy;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void TestRunsModel::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_store = std::make_unique<core::Store>(m_folder->path().toStdString());
    m_catalog = std::make_unique<core::Catalog>(std::vector<std::string>());
    m_selection = std::make_unique<ui::RunSelection>();
    m_model = std::make_unique<ui::RunsModel>(*m_store, *m_catalog, *m_selection);
    m_tester = std::make_unique<QAbstractItemModelTester>(
        m_model.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    m_proxy = std::make_unique<ui::RunsProxy>(m_model.get());
}

void TestRunsModel::cleanup() {
    m_tester.reset();
    m_proxy.reset();
    m_model.reset();
    m_selection.reset();
    m_store.reset();
}

void TestRunsModel::logValue(const std::string& runId, double value, int64_t step) {
    const int64_t segment = m_store->beginSegment(runId, step); // nothing is rewound
    const int64_t series =
        m_store->ensureSeries(runId, {"loss/val", "", core::Direction::Minimize});
    core::WriteBatch batch;
    batch.points.push_back({series, {series, step, 1000, 1.0, value}});
    m_store->write(runId, segment, batch);
    m_store->updateRun(runId, [](core::RunRecord& r) { r.step += 1; });
}

QStringList TestRunsModel::names() const {
    QStringList names;
    for (int i = 0; i < m_proxy->rowCount(); ++i)
        names.append(m_proxy->index(i, ui::NameColumn).data().toString());
    return names;
}

void TestRunsModel::showsRunsNewestFirst() {
    m_store->insertRun(record("first"));
    m_store->insertRun(record("second"));
    m_model->refresh();
    QCOMPARE(names(), QStringList({"second", "first"}));
    QCOMPARE(m_model->index(0, ui::StateColumn).data().toString(), QStringLiteral("Draft"));
}

void TestRunsModel::takesInNewChangedAndRemovedRuns() {
    const core::RunRecord first = m_store->insertRun(record("first"));
    m_model->refresh();
    const core::RunRecord second = m_store->insertRun(record("second"));
    m_model->refresh();
    QCOMPARE(names(), QStringList({"second", "first"}));

    QSignalSpy updated(m_model.get(), &ui::RunsModel::runUpdated);
    m_store->updateRun(first.id, [](core::RunRecord& r) { r.name = "renamed"; });
    m_model->refresh();
    QCOMPARE(names(), QStringList({"second", "renamed"}));
    QCOMPARE(updated.size(), 1);
    QCOMPARE(updated[0][0].toString().toStdString(), first.id);

    m_store->removeRun(second.id);
    m_model->refresh();
    QCOMPARE(names(), QStringList({"renamed"}));
    QCOMPARE(m_model->indexOf(QString::fromStdString(first.id)), 0);
}

void TestRunsModel::givesAColumnToHyperparametersThatDiffer() {
    const std::string config = R"({"name": "%1", "optimizer": {"type": "adam", "lr": %2},
                                   "model": {"hidden": [64, 32]}})";
    const auto withLr = [&](const char* name, const char* lr) {
        return record(name, QString::fromStdString(config)
                                .arg(QLatin1String(name), QLatin1String(lr))
                                .toStdString());
    };
    m_store->insertRun(withLr("a", "0.001"));
    m_store->insertRun(withLr("b", "0.01"));
    m_model->refresh();
    m_model->updateParamColumns();
    QCOMPARE(m_model->paramPaths(), QStringList({"optimizer.lr"}));
    const QModelIndex cell = m_model->index(0, ui::FixedColumnCount);
    QCOMPARE(cell.data().toString(), QStringLiteral("0.01"));
    QCOMPARE(cell.data(ui::RunsModel::SortRole).toDouble(), 0.01);
    QCOMPARE(m_model->headerData(ui::FixedColumnCount, Qt::Horizontal, Qt::ToolTipRole).toString(),
             QStringLiteral("optimizer.lr"));

    m_store->insertRun(record("c", R"({"model": {"hidden": [8]}})"));
    m_model->refresh();
    QCOMPARE(m_model->paramPaths(),
             QStringList({"optimizer.lr", "model.hidden", "optimizer.type"}));
    QCOMPARE(m_model->index(0, ui::FixedColumnCount).data().toString(), QStringLiteral("—"));
}

void TestRunsModel::showsTheBestValueAndItsStep() {
    const core::RunRecord run = m_store->insertRun(record("run"));
    logValue(run.id, 0.5, 10);
    logValue(run.id, 0.25, 1500);
    logValue(run.id, std::nan(""), 1600);
    m_model->refresh();
    QCOMPARE(m_model->index(0, ui::GoalBestColumn).data().toString(),
             QStringLiteral("0.2500 @ 1\u202f500"));
    QCOMPARE(m_model->index(0, ui::GoalLastColumn).data().toString(), QStringLiteral("NaN"));
}

void TestRunsModel::sortsMissingAndNanLastInBothDirections() {
    const auto add = [this](const char* name) { return m_store->insertRun(record(name)).id; };
    add("missing");
    logValue(add("high"), 2.0, 1);
    logValue(add("nan"), std::nan(""), 1);
    logValue(add("low"), 1.0, 1);
    m_model->refresh();
    m_proxy->sort(ui::GoalLastColumn, Qt::AscendingOrder);
    QCOMPARE(names().mid(0, 2), QStringList({"low", "high"}));
    m_proxy->sort(ui::GoalLastColumn, Qt::DescendingOrder);
    QCOMPARE(names().mid(0, 2), QStringList({"high", "low"}));
}

void TestRunsModel::searchesNameNoteModelAndState() {
    core::RunRecord noted = record("alpha");
    noted.note = "baseline for the paper";
    noted.model = "mlp";
    m_store->insertRun(noted);
    m_store->insertRun(record("beta"));
    m_model->refresh();
    m_proxy->setSearch(QStringLiteral("BASE"));
    QCOMPARE(names(), QStringList({"alpha"}));
    m_proxy->setSearch(QStringLiteral("mlp alpha"));
    QCOMPARE(names(), QStringList({"alpha"}));
    m_proxy->setSearch(QStringLiteral("mlp beta"));
    QCOMPARE(names(), QStringList());
    m_proxy->setSearch(QStringLiteral("draft"));
    QCOMPARE(names(), QStringList({"beta", "alpha"}));
}

void TestRunsModel::keepsTheTrashApart() {
    core::RunRecord trashed = record("old");
    trashed.trashedMs = 5;
    m_store->insertRun(trashed);
    core::RunRecord failed = record("failed");
    failed.state = core::RunState::Failed;
    m_store->insertRun(failed);
    m_store->insertRun(record("draft"));
    m_model->refresh();
    QCOMPARE(names(), QStringList({"draft", "failed"}));
    m_proxy->setChips(ui::RunsProxy::Failed);
    QCOMPARE(names(), QStringList({"failed"}));
    m_proxy->setChips(ui::RunsProxy::Trash);
    QCOMPARE(names(), QStringList({"old"}));
}

QTEST_MAIN(TestRunsModel)
#include "tst_runs_model.moc"
