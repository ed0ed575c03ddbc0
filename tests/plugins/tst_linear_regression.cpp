#include "plugins/linear_regression/linear_regression.h"

#include <ATen/ATen.h>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include "core/data/registry.h"
#include "core/engine/run_job.h"
#include "core/error.h"
#include "core/run/catalog.h"

namespace {

class NoSink final : public core::SummarySink {
    core::SeriesId series(const core::SeriesKey&) override { return 0; }
    void scalar(const core::ScalarPoint&) override {}
    void event(const core::RunEvent&) override {}
    void logLine(const std::string&) override {}
    void progress(const core::Progress&) override {}
    void checkpointSaved(const core::CheckpointRecord&) override {}
    void checkpointRemoved(const std::string&) override {}
    void segmentStarted(int64_t) override {}
    void flush() override {}
};

// Keeps the model, so that a test can look at its weights.
class KeepingFactory final : public core::ModelFactory {
public:
    std::shared_ptr<core::Model> create(const core::Params&,
                                        const core::DatasetInfo& info) override {
        model = std::make_shared<LinearRegression>(info);
        return model;
    }
    std::shared_ptr<core::Model> model;
};

// [outputs, features + 1]: what minimises the squared error, the constant last.
at::Tensor leastSquares(const core::Dataset& data) {
    const core::Batch all = data.gather(at::arange(data.size(), at::kLong));
    const at::Tensor x = all.x.at("input").to(at::kDouble);
    const at::Tensor a = at::cat({x, at::ones({x.size(0), 1}, at::kDouble)}, 1);
    return std::get<0>(at::linalg_lstsq(a, all.x.at("target").to(at::kDouble))).t();
}

} // namespace

class TestLinearRegression : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheLeastSquares_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("line") << "line-linear";
        QTest::newRow("diabetes") << "diabetes-linear";
    }
    // As trained by the shipped configs, to 1e-3 of the closed form.
    void findsTheLeastSquares() {
        QFETCH(QString, name);
        const core::Catalog catalog({MODELS_DIR});
        std::vector<core::Problem> problems;
        core::Job job;
        job.config = core::readConfig(std::string(TORCHDESK_SOURCE_DIR) + "/resources/configs/" +
                                          name.toStdString() + ".json",
                                      catalog, problems);
        QVERIFY2(problems.empty(), problems.empty() ? "" : problems[0].message.c_str());
        const QTemporaryDir workspace;
        job.workspace = workspace.path().toStdString();
        job.artifacts = "artifacts";
        KeepingFactory factory;
        NoSink sink;
        core::RunControl control;
        QVERIFY(core::runJob(job, factory, sink, control).outcome == core::Outcome::Finished);

        const auto weights = factory.model->named_parameters();
        const at::Tensor found =
            at::cat({weights["linear.weight"], weights["linear.bias"].unsqueeze(1)}, 1);
        const core::DataSplit data =
            core::makeData(job.config.data.type, job.config.data.params,
                           static_cast<uint64_t>(job.config.run.integer("seed")));
        const double distance = (found - leastSquares(*data.train)).abs().max().item<double>();
        qInfo("largest difference to the closed form: %.2g", distance);
        QVERIFY(distance < 1e-3);
    }

    void takesInputsOfAnyShape() {
        core::DatasetInfo info;
        info.inputShape = {2, 3};
        info.outputCount = 2;
        LinearRegression model(info);
        core::Batch batch;
        batch.x.set("input", at::ones({5, 2, 3}));
        QVERIFY(model.forward(batch).at("output").sizes() == at::IntArrayRef({5, 2}));
    }

    void refusesClasses() {
        core::DatasetInfo info;
        info.task = core::Task::Classification;
        info.inputShape = {2};
        QVERIFY_EXCEPTION_THROWN(LinearRegression{info}, core::Error);
    }
};

QTEST_GUILESS_MAIN(TestLinearRegression)
#include "tst_linear_regression.moc"
