#include "ui/compare/config_rows.h"
#include "ui/compare/metrics_model.h"
#include "ui/compare/parameters_model.h"
#include "ui/compare/table_text.h"

#include <QtGui/QFont>
#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QtTest>

#include <limits>

using core::Direction;
using ui::ComparedRun;

namespace {

core::MetricRecord metric(const std::string& tag, Direction direction, double minimum,
                          double maximum, double last) {
    core::MetricRecord record;
    record.tag = tag;
    record.direction = direction;
    record.count = 10;
    record.minimum = minimum;
    record.minimumStep = 1200;
    record.maximum = maximum;
    record.maximumStep = 900;
    record.last = last;
    record.lastStep = 2000;
    return record;
}

ComparedRun run(const std::string& name, const std::string& config,
                std::vector<core::MetricRecord> metrics = {}) {
    ComparedRun run;
    run.record.id = run.record.name = name;
    run.config = ui::configRows(config);
    run.metrics = std::move(metrics);
    return run;
}

std::vector<ComparedRun> twoRuns() {
    return {run("a", R"({"name": "a", "optimizer": {"type": "adam", "lr": 0.001},
                         "callbacks": {"early_stopping": {"patience": 5}}})",
                {metric("loss/val", Direction::Minimize, 0.10, 2.0, 0.12),
                 metric("accuracy/val", Direction::Maximize, 0.2, 0.97, 0.96)}),
            run("b", R"({"name": "b", "optimizer": {"type": "adam", "lr": 0.003}})",
                {metric("loss/val", Direction::Minimize, 0.08, 2.5, 0.15),
                 metric("accuracy/val", Direction::Maximize, 0.1, 0.95, 0.95)})};
}

QString text(const QAbstractItemModel& model, int row, int column, int role = Qt::DisplayRole) {
    return model.index(row, column).data(role).toString();
}

bool isBold(const QAbstractItemModel& model, int row, int column) {
    return model.index(row, column).data(Qt::FontRole).value<QFont>().bold();
}

int rowNamed(const QAbstractItemModel& model, const QString& name) {
    for (int row = 0; row < model.rowCount(); ++row)
        if (text(model, row, 0) == name) return row;
    return -1;
}

} // namespace

class TestCompareModels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void flattensAConfigInTheOrderOfItsSections() {
        const auto rows = ui::configRows(
            R"({"torchdesk": 1, "name": "x", "run": {"epochs": 20}, "other": 1,
                "model": {"type": "mlp", "hidden": [64, 32], "bias": true},
                "callbacks": {"recorder": {}}})");
        const std::vector<ui::ConfigRow> expected = {
            {"model.bias", "true"},       {"model.hidden", "64, 32"}, {"model.type", "mlp"},
            {"callbacks.recorder", "on"}, {"run.epochs", "20"},       {"other", "1"}};
        QCOMPARE(rows, expected);
        QVERIFY(ui::configRows("not JSON").empty());
        QVERIFY(ui::configRows("").empty());
    }

    void showsOnlyWhatDiffersAndMarksMissingValues() {
        ui::ParametersModel model(nullptr);
        QAbstractItemModelTester tester(&model);
        model.setRuns(twoRuns());
        QCOMPARE(model.rowCount(), 2);
        const int lr = rowNamed(model, "optimizer.lr");
        QCOMPARE(text(model, lr, 1), QStringLiteral("0.001"));
        QCOMPARE(text(model, lr, 2), QStringLiteral("0.003"));
        QVERIFY(!isBold(model, lr, 1));
        QVERIFY(isBold(model, lr, 2));
        QVERIFY(model.index(lr, 2).data(Qt::BackgroundRole).isValid());
        QCOMPARE(text(model, rowNamed(model, "callbacks.early_stopping.patience"), 2),
                 QStringLiteral("—"));
        model.setOnlyDifferences(false);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.differenceCount(), 2);
        model.setRuns({});
        QCOMPARE(model.columnCount(), 1);
    }

    void marksTheBestByTheMetricsDirection() {
        ui::MetricsModel model;
        QAbstractItemModelTester tester(&model);
        model.setRuns(twoRuns());
        const int loss = rowNamed(model, "loss/val, best");
        QCOMPARE(text(model, loss, 1), QStringLiteral("0.1000 @ 1\u202f200"));
        QVERIFY(!model.index(loss, 1).data(ui::MetricsModel::IsBestRole).toBool());
        QVERIFY(model.index(loss, 2).data(ui::MetricsModel::IsBestRole).toBool());
        const int accuracy = rowNamed(model, "accuracy/val, best");
        QVERIFY(model.index(accuracy, 1).data(ui::MetricsModel::IsBestRole).toBool());
        QCOMPARE(text(model, accuracy, 1), QStringLiteral("0.9700 @ 900"));
    }

    void saysWhetherTheDistanceFromTheBaselineIsGood() {
        ui::MetricsModel model;
        model.setRuns(twoRuns());
        const auto check = [&](const QString& row, const QString& delta, bool isGood) {
            const int r = rowNamed(model, row);
            QCOMPARE(text(model, r, 2, ui::MetricsModel::DeltaRole), delta);
            QCOMPARE(model.index(r, 2).data(ui::MetricsModel::DeltaIsGoodRole).toBool(), isGood);
            QVERIFY(!model.index(r, 1).data(ui::MetricsModel::DeltaRole).isValid());
        };
        check("loss/val, best", QStringLiteral("▼ −0.02000"), true);
        check("loss/val, last", QStringLiteral("▲ +0.03000"), false);
        check("accuracy/val, last", QStringLiteral("▼ −0.01000"), false);
    }

    void neverCallsNanTheBest() {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        ui::MetricsModel model;
        QAbstractItemModelTester tester(&model);
        auto runs = twoRuns();
        runs[1].metrics[0].last = nan;
        runs[1].metrics[0].minimum.reset();
        model.setRuns(runs);
        const int last = rowNamed(model, "loss/val, last");
        QVERIFY(model.index(last, 1).data(ui::MetricsModel::IsBestRole).toBool());
        QCOMPARE(text(model, last, 2, ui::MetricsModel::ValueRole), QStringLiteral("NaN"));
        QVERIFY(text(model, last, 2, ui::MetricsModel::DeltaRole).isEmpty());
        QCOMPARE(text(model, rowNamed(model, "loss/val, best"), 2), QStringLiteral("—"));
    }

    void updatesInPlaceWhileARunGoesOn() {
        ui::MetricsModel model;
        QAbstractItemModelTester tester(&model);
        auto runs = twoRuns();
        model.setRuns(runs);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        runs[0].metrics[0].last = 0.01;
        model.setRuns(runs);
        QCOMPARE(reset.size(), 0);
        QCOMPARE(changed.size(), 1);
        runs[0].metrics.push_back(metric("learning_rate", Direction::None, 0, 1, 0.5));
        model.setRuns(runs);
        QCOMPARE(reset.size(), 1);
    }

    void givesMarkdownAndCsv() {
        ui::ParametersModel model(nullptr);
        auto runs = twoRuns();
        runs[0].record.name = "a, \"quoted\" | piped";
        model.setRuns({runs[0], runs[1]});
        const QString markdown = ui::asMarkdown(model);
        QVERIFY(
            markdown.startsWith("| Parameter | a, \"quoted\" \\| piped | b |\n|---|---:|---:|"));
        QVERIFY(markdown.contains("| optimizer.lr | 0.001 | 0.003 |\n"));
        const QString csv = ui::asCsv(model);
        QVERIFY(csv.startsWith("Parameter,\"a, \"\"quoted\"\" | piped\",b\r\n"));
        QVERIFY(csv.contains("optimizer.lr,0.001,0.003\r\n"));
    }
};

QTEST_MAIN(TestCompareModels)
#include "tst_compare_models.moc"
