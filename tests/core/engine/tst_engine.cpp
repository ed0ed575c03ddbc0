// The engine as the program uses it: loaded as a plugin, with real configs and real model plugins.
#include <ATen/ATen.h>
#include <dlfcn.h>
#include <torch/cuda.h>
#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QRegularExpression>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include "core/data/registry.h"
#include "core/data/tensor_dataset.h"
#include "core/run/catalog.h"
#include "core/run/run_config.h"
#include "core/run/run_session.h"
#include "core/train/checkpoint_file.h"
#include "tests/core/train/train_support.h"

using namespace core;
using support::messageOf;

namespace {

// Asks for something when the training loss of a step arrives, as a person would while it runs.
class AskingSink : public support::RecordingSink {
public:
    void scalar(const ScalarPoint& point) override {
        RecordingSink::scalar(point);
        if (onPoint) onPoint(point);
    }
    void progress(const Progress& progress) override {
        RecordingSink::progress(progress);
        if (phases.empty() || phases.back() != progress.phase) phases.push_back(progress.phase);
    }
    std::function<void(const ScalarPoint&)> onPoint;
    std::vector<std::string> phases;
};

} // namespace

class TestEngine : public QObject {
    Q_OBJECT

private:
    Catalog m_catalog{{MODEL_PLUGINS}};
    EngineLoader m_loader{ENGINE_LIBRARY};
    std::unique_ptr<QTemporaryDir> m_folder;

    // A job on made-up data, with changes as --set takes them.
    Job jobWith(std::initializer_list<const char*> changes) {
        Job job;
        job.config = defaultConfig(m_catalog);
        std::vector<Problem> problems;
        for (const char* change : changes)
            setByPath(job.config, m_catalog, change, problems);
        for (const Problem& problem : problems)
            qFatal("%s: %s", problem.field.c_str(), problem.message.c_str());
        job.modelPlugin = m_catalog.find(ComponentKind::Model, job.config.model.type)->pluginPath;
        job.workspace = m_folder->path().toStdString();
        job.artifacts = "artifacts/1";
        return job;
    }
    Job spirals() {
        return jobWith({"data.type=spirals", "model.type=mlp", "model.hidden=16,16",
                        "model.dropout=0.2", "schedule.type=cosine", "run.epochs=6",
                        "run.accumulate=3", "run.threads=1", "callbacks.checkpoint.interval=0",
                        "callbacks.early_stopping.patience=1000"});
    }
    JobResult run(const Job& job, SummarySink& sink) {
        RunControl control;
        return m_loader.engine().run(job, sink, control);
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void saysWhatItIs() {
        const EngineInfo info = m_loader.engine().info();
        QVERIFY(!info.torchVersion.empty());
        QVERIFY(info.threads >= 1);
        QCOMPARE(info.hasCuda, torch::cuda::is_available());
    }

    void givesTheBlasTheThreadsOfTheRun() {
        m_loader.engine();
        void* blas = ::dlopen("libblas.so.3", RTLD_LAZY | RTLD_NOLOAD);
        void* function = blas ? ::dlsym(blas, "openblas_get_num_threads") : nullptr;
        if (!function) QSKIP("LibTorch does not run on OpenBLAS here");
        support::RecordingSink sink;
        for (const char* threads : {"run.threads=2", "run.threads=1"}) {
            Job job = jobWith({"data.type=line", "run.epochs=1"});
            std::vector<Problem> problems;
            setByPath(job.config, m_catalog, threads, problems);
            run(job, sink);
            QCOMPARE(reinterpret_cast<int (*)()>(function)(),
                     static_cast<int>(job.config.run.integer("threads")));
        }
    }

    // What keeps scores is of the evaluation alone.
    void takesTheMetricsOfTheConfig() {
        support::RecordingSink sink;
        Job job = spirals();
        job.config.run.set("metrics", std::string("auc, f1_micro"));
        run(job, sink);
        QVERIFY(sink.values("f1_micro/train").back() > 0.0);
        QVERIFY(sink.values("auc/val").back() > 0.0);
        QCOMPARE(sink.points.count("auc/train") + sink.points.count("accuracy/val"), size_t(0));
        job.config.run.set("metrics", std::string("rmse"));
        const QString message = messageOf([&] { run(job, sink); });
        QVERIFY2(message.contains("rmse") && message.contains("f1_weighted"), qPrintable(message));
    }

    void agreesWithClosedFormLeastSquares_data() {
        QTest::addColumn<std::vector<std::string>>("changes");
        QTest::newRow("sgd") << std::vector<std::string>{
            "optimizer.type=sgd", "optimizer.lr=0.1", "optimizer.momentum=0.9", "run.epochs=300"};
        QTest::newRow("lbfgs") << std::vector<std::string>{"optimizer.type=lbfgs", "run.epochs=3"};
    }

    void agreesWithClosedFormLeastSquares() {
        QFETCH(std::vector<std::string>, changes);
        Job job = jobWith({"data.type=line", "data.samples=200", "data.noise=0.3",
                           "model.type=linear_regression", "run.batch_size=1000"});
        std::vector<Problem> problems;
        for (const std::string& change : changes)
            setByPath(job.config, m_catalog, change, problems);
        QVERIFY(problems.empty());
        support::RecordingSink sink;
        run(job, sink);
        const auto split = makeData("line", job.config.data.params, 1);
        const auto& data = dynamic_cast<const TensorDataset&>(*split.train);
        const at::Tensor x = at::cat({data.input(), at::ones_like(data.input())}, 1);
        const at::Tensor exact = at::linalg_solve(x.t().matmul(x), x.t().matmul(data.target()));
        const Archive found = readArchive(job.workspace + "/" + sink.saved.back().path);
        QVERIFY(std::abs(found.tensor("model.linear.weight").item<double>() -
                         exact[0].item<double>()) < 1e-3);
        QVERIFY(std::abs(found.tensor("model.linear.bias").item<double>() -
                         exact[1].item<double>()) < 1e-3);
    }

    void learnsAndTellsHow() {
        AskingSink sink;
        Job job = spirals();
        job.config.run.set("epochs", int64_t{200});
        job.config.run.set("accumulate", int64_t{1});
        job.config.optimizer.params.set("lr", 0.01);
        const JobResult result = run(job, sink);
        QCOMPARE(result.outcome, Outcome::Finished);
        QCOMPARE(QString::fromStdString(result.reason), "max epochs");
        QCOMPARE(result.epoch, 200);
        QCOMPARE(result.weightsSha256.size(), size_t(64));
        QVERIFY(sink.values("accuracy/val").back() > 0.8);
        QCOMPARE(sink.lines.size(), size_t(202)); // what is trained, each epoch, the end
        const QString line = QString::fromStdString(sink.lines[200]);
        QVERIFY2(QRegularExpression("^epoch 200/200  loss/train [\\d.e-]+  accuracy/train [\\d.]+  "
                                    "f1/train [\\d.]+  loss/val [\\d.]+  accuracy/val [\\d.]+  "
                                    "f1/val [\\d.]+$")
                     .match(line)
                     .hasMatch(),
                 qPrintable(line));
        QCOMPARE(sink.phases[0], std::string("Loading data"));
        QCOMPARE(sink.phases[1], std::string("Building model"));
        QCOMPARE(sink.phases[2], std::string("Training"));
        QCOMPARE(sink.phases[3], std::string("Evaluating"));
    }

    void repeatsARunWithItsSeed() {
        support::RecordingSink sink;
        Job job = spirals();
        const std::string first = run(job, sink).weightsSha256;
        QCOMPARE(run(job, sink).weightsSha256, first);
        job.config.run.set("seed", int64_t{2});
        QVERIFY(run(job, sink).weightsSha256 != first);
    }

    void t03_resumesExactlyAfterEachPause() {
        support::RecordingSink whole;
        Job job = spirals();
        for (const char* change :
             {"callbacks.ema.decay=0.9", "callbacks.nan_guard.action=roll_back",
              "callbacks.time_limit=on", "callbacks.profiler=on", "callbacks.system_monitor=on"})
            setByPathOrFail(job.config, change);
        const JobResult uninterrupted = run(job, whole);
        job.artifacts = "artifacts/2";
        AskingSink sink;
        JobResult result;
        int sessions = 0;
        do {
            RunControl control;
            int points = 0;
            sink.onPoint = [&](const ScalarPoint& point) {
                if (sink.keys[static_cast<size_t>(point.series)].tag == "loss/train" &&
                    ++points == 4 + sessions)
                    control.pause();
            };
            result = m_loader.engine().run(job, sink, control);
            job.resumeCheckpoint = sink.saved.back().path;
            ++sessions;
        } while (result.outcome == Outcome::Paused);
        QVERIFY(sessions > 4);
        QCOMPARE(result.weightsSha256, uninterrupted.weightsSha256);
        QCOMPARE(result.step, uninterrupted.step);
        for (const char* tag : {"loss/train", "loss/val", "accuracy/train", "learning_rate"})
            QCOMPARE(sink.values(tag), whole.values(tag));
    }

    void t25_stopsWhenAskedAndSaves() {
        AskingSink sink;
        RunControl control;
        sink.onPoint = [&](const ScalarPoint& point) {
            if (point.step == 5) control.stop();
        };
        Job job = spirals();
        const JobResult result = m_loader.engine().run(job, sink, control);
        QCOMPARE(result.outcome, Outcome::Stopped);
        QCOMPARE(QString::fromStdString(result.reason), "user");
        QCOMPARE(sink.saved.back().step, result.step);
        QVERIFY(result.step <= 6);
    }

    void savesACheckpointWhenAsked() {
        AskingSink sink;
        RunControl control;
        sink.onPoint = [&](const ScalarPoint& point) {
            if (point.step == 5) control.checkpointNow();
        };
        Job job = spirals();
        setByPathOrFail(job.config, "callbacks.checkpoint.interval=3600");
        m_loader.engine().run(job, sink, control);
        bool isSaved = false;
        for (const CheckpointRecord& record : sink.saved)
            isSaved = isSaved || record.step == 5 || record.step == 6;
        QVERIFY(isSaved);
    }

    void finishesWhenItStopsEarly() {
        support::RecordingSink sink;
        Job job = spirals();
        setByPathOrFail(job.config, "callbacks.early_stopping.patience=1");
        setByPathOrFail(job.config, "callbacks.early_stopping.min_delta=10");
        const JobResult result = run(job, sink);
        QCOMPARE(result.outcome, Outcome::Finished);
        QVERIFY(QString::fromStdString(result.reason).startsWith("early stopping"));
        QCOMPARE(result.epoch, 2);
    }

    void describesTheLoopWithItsCallbacks() {
        const QStringList lines =
            QString::fromStdString(m_loader.engine().describe(spirals())).split('\n');
        const auto lineOf = [&](const char* word) {
            return lines.indexOf(QRegularExpression("\\s*\\* " + QString(word) + "\\b.*"));
        };
        QVERIFY(
            lines[lineOf("evalEnd")].contains("run_control, early_stopping, nan_guard, checkpoint, "
                                              "recorder, throughput, progress"));
        QVERIFY(lineOf("afterLoss") < lineOf("afterBackward"));
        QVERIFY(lineOf("evalEnd") < lineOf("epochEnd"));
        for (int i = 0; i < kEventCount; ++i) {
            const auto event = static_cast<Event>(i);
            const bool isOfRollouts = event == Event::RolloutStart || event == Event::RolloutEnd;
            QVERIFY2(isOfRollouts || lineOf(toText(event)) >= 0, toText(event));
        }
        QVERIFY(QDir(m_folder->path()).isEmpty()); // it only talks
    }

    void describesWhatOptimizerAndScheduleDo() {
        const QString text = QString::fromStdString(m_loader.engine().describe(
            jobWith({"data.type=line", "optimizer.type=lbfgs", "schedule.type=plateau"})));
        QVERIFY(text.contains(QRegularExpression("\\* evalEnd +run_control, plateau, nan_guard, checkpoint")));
        QVERIFY(text.contains("optimizer lbfgs, schedule plateau; repeats batchTrain"));
    }

    void lowersTheLearningRateOnAPlateau() {
        // No loss is better than the first by more than all of it. Powers of two are exact.
        support::RecordingSink sink;
        run(jobWith({"data.type=line", "model.type=linear_regression", "optimizer.type=sgd",
                     "optimizer.lr=0.0625", "schedule.type=plateau", "schedule.patience=2",
                     "schedule.factor=0.5", "schedule.min_lr=0.0234375", "schedule.threshold=1",
                     "run.epochs=8", "run.batch_size=1000"}),
            sink);
        QCOMPARE(sink.values("learning_rate"),
                 (std::vector<double>{0.0625, 0.0625, 0.0625, 0.03125, 0.03125, 0.0234375,
                                      0.0234375, 0.0234375}));
    }

    void refusesADeviceThatIsNotThere() {
        if (torch::cuda::is_available()) QSKIP("This machine has a CUDA GPU");
        support::RecordingSink sink;
        Job job = spirals();
        setByPathOrFail(job.config, "run.device=cuda");
        QVERIFY(messageOf([&] { run(job, sink); }).contains("run.device is cuda"));
    }

    void namesTheDataThatCannotBeRead() {
        support::RecordingSink sink;
        const Job job = jobWith({"data.type=csv", "data.path=/no/such/file.csv"});
        const QString message = messageOf([&] { run(job, sink); });
        QVERIFY2(message.contains("/no/such/file.csv"), qPrintable(message));
    }

    void namesACheckpointThatIsDamaged() {
        support::RecordingSink sink;
        Job job = spirals();
        QFile file(m_folder->filePath("bad.safetensors"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("short");
        file.close();
        job.resumeCheckpoint = "bad.safetensors";
        QVERIFY(messageOf([&] { run(job, sink); }).contains("bad.safetensors cannot be used"));
    }

    void saysWhyAPluginCannotBeUsed_data() {
        QTest::addColumn<QString>("plugin");
        QTest::addColumn<QString>("reason");
        QTest::newRow("an older interface") << "old_interface"
                                            << "Build it again";
        QTest::newRow("no model in it") << "no_factory"
                                        << "does not offer";
        QTest::newRow("no library") << "text"
                                    << "cannot be used";
        QTest::newRow("missing") << "missing"
                                 << "cannot be used";
        QTest::newRow("throws when it is made") << "throws_in_constructor"
                                                << "cannot be used";
    }

    void saysWhyAPluginCannotBeUsed() {
        QFETCH(QString, plugin);
        QFETCH(QString, reason);
        const QString path = QString(BROKEN_PLUGINS) + "/lib" + plugin + ".so";
        const QString found =
            QString::fromStdString(m_loader.engine().checkPlugin(path.toStdString()));
        QVERIFY2(found.contains(path) && found.contains(reason), qPrintable(found));
    }

    void acceptsGoodPlugins() {
        for (const ComponentInfo* info : m_catalog.ofKind(ComponentKind::Model))
            QCOMPARE(QString::fromStdString(m_loader.engine().checkPlugin(info->pluginPath)), "");
    }

    void survivesPluginsThatThrow() {
        support::RecordingSink sink;
        Job job = spirals();
        job.modelPlugin = BROKEN_PLUGINS "/libthrows_in_create.so";
        QString message = messageOf([&] { run(job, sink); });
        QVERIFY2(message.startsWith("Model plugin mlp failed to make the model"),
                 qPrintable(message));
        job.modelPlugin = BROKEN_PLUGINS "/libthrows_in_forward.so";
        message = messageOf([&] { run(job, sink); });
        QVERIFY2(message.startsWith("The model failed in batchTrain"), qPrintable(message));
        setByPathOrFail(job.config, "run.accumulate=1");
        messageOf([&] { run(job, sink); });
        QVERIFY(sink.lastProgress.step > 0); // how far it came is told
        job = spirals();
        QCOMPARE(run(job, sink).outcome, Outcome::Finished); // and goes on as if nothing was
    }

private:
    void setByPathOrFail(RunConfig& config, const char* change) {
        std::vector<Problem> problems;
        setByPath(config, m_catalog, change, problems);
        QVERIFY(problems.empty());
    }
};

QTEST_GUILESS_MAIN(TestEngine)
#include "tst_engine.moc"
