// The real program, run as a person or a script runs it.
#include <cmath>
#include <csignal>

#include <SQLiteCpp/SQLiteCpp.h>
#include <QtCore/QJsonDocument>
#include <QtCore/QRegularExpression>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include "cli_process.h"
#include "core/store/store.h"

namespace {

const QStringList kLongRun = {"run",   CliProcess::config("digits-mlp"),
                              "--set", "run.epochs=40",
                              "--set", "model.hidden=64,32",
                              "--set", "run.batch_size=32",
                              "--set", "callbacks.checkpoint.interval=0",
                              "--json"};
constexpr int kLongRunSteps = 40 * 45; // 1,438 training rows in batches of 32

QString integrityOf(const QString& workspace) {
    SQLite::Database database((workspace + "/runs.db").toStdString());
    SQLite::Statement check(database, "PRAGMA integrity_check");
    check.executeStep();
    return QString::fromStdString(check.getColumn(0).getString());
}

// The newest run's training losses, those that a resume went back from left out.
std::vector<core::PointRow> trainingLosses(core::Store& store) {
    const std::string runId = store.runs().front().id;
    const std::vector<core::SegmentRecord> segments = store.segments(runId);
    const auto isRewound = [&](const core::PointRow& point) {
        for (const core::SegmentRecord& segment : segments)
            if (segment.segment == point.segment)
                return segment.cutStep && point.step > *segment.cutStep;
        return false;
    };
    std::vector<core::PointRow> losses;
    for (const core::SeriesRecord& series : store.series(runId))
        if (series.tag == "loss/train")
            for (const core::PointRow& point : store.points(series.id, 0, 1000000))
                if (!isRewound(point)) losses.push_back(point);
    return losses;
}

} // namespace

class TestCli : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString m_longRunSha; // of kLongRun, uninterrupted

    QString workspace(const QString& name) const { return m_folder.filePath(name); }

    QString writeConfig(const QByteArray& json) {
        QFile file(m_folder.filePath("config.json"));
        if (!file.open(QFile::WriteOnly) || file.write(json) != json.size())
            qFatal("cannot write %s", qPrintable(file.fileName()));
        return file.fileName();
    }

    // The interrupted run went on to the same end as the uninterrupted one, and has every step.
    void compareWithUninterrupted(const CliProcess::Result& result, const QString& where) {
        QCOMPARE(result.code, 0);
        const QJsonObject json = result.json();
        QCOMPARE(json["state"].toString(), "Finished");
        QCOMPARE(json["steps"].toInt(), kLongRunSteps);
        QCOMPARE(json["weights_sha256"].toString(), m_longRunSha);
        QCOMPARE(integrityOf(where), "ok");
        core::Store store(where.toStdString());
        const std::vector<core::PointRow> losses = trainingLosses(store);
        QCOMPARE(losses.size(), size_t(kLongRunSteps));
        for (size_t i = 0; i < losses.size(); ++i)
            QCOMPARE(losses[i].step, int64_t(i + 1));
    }

private Q_SLOTS:
    void initTestCase() {
        const CliProcess::Result result = CliProcess(workspace("long")).run(kLongRun);
        QVERIFY2(result.code == 0, result.err);
        m_longRunSha = result.json()["weights_sha256"].toString();
        QCOMPARE(result.json()["steps"].toInt(), kLongRunSteps);
    }

    void trainsOnRealDataAndReportsIt() {
        CliProcess cli(workspace("real"));
        const CliProcess::Result result = cli.run({"run", CliProcess::config("iris-mlp"), "--json",
                                                   "--set", "run.epochs=30", "--name", "flowers"});
        QVERIFY2(result.code == 0, result.err);
        QCOMPARE(result.out.count('\n'), 1); // quiet on a pipe
        QVERIFY2(result.err.isEmpty(), result.err);
        const QJsonObject json = result.json();
        QCOMPARE(json["state"].toString(), "Finished");
        QCOMPARE(json["reason"].toString(), "max epochs");
        QCOMPARE(json["name"].toString(), "flowers");
        QCOMPARE(json["number"].toInt(), 1);
        QCOMPARE(json["epochs"].toInt(), 30);
        QCOMPARE(json["steps"].toInt(), 30 * 8); // 120 training rows in batches of 16
        QVERIFY(json["seconds"].toDouble() > 0.0);
        QVERIFY(!json["run_id"].toString().isEmpty());
        static const QRegularExpression sha("^[0-9a-f]{64}$");
        QVERIFY(sha.match(json["weights_sha256"].toString()).hasMatch());
        const QJsonObject accuracy = json["metrics"].toObject()["accuracy/val"].toObject();
        QVERIFY(accuracy["best"].toDouble() >= 0.9);
        QVERIFY(accuracy["best"].toDouble() >= accuracy["last"].toDouble());
        QCOMPARE(accuracy["best_step"].toInt() % 8, 0);
        QVERIFY(json["metrics"].toObject().contains("loss/train"));
    }

    void makesNoWorkspaceToLookInto() {
        CliProcess cli(workspace("nowhere"));
        QCOMPARE(cli.run({"list"}).code, 0);
        QCOMPARE(cli.run({"show", "1"}).code, 2);
        QCOMPARE(cli.run({"resume", "1"}).code, 2);
        QVERIFY(!QFile::exists(workspace("nowhere")));
    }

    void readsADamagedWorkspaceAndWritesNothing() {
        CliProcess cli(workspace("damaged"));
        const QString path = workspace("damaged/runs.db");
        QDir().mkpath(workspace("damaged"));
        {
            core::Store store(workspace("damaged").toStdString());
            core::RunRecord run;
            run.name = "survivor";
            store.insertRun(run);
        }
        QFile file(path);
        QVERIFY(file.resize(file.size() - 4096 - 100)); // cut short
        QVERIFY(file.open(QFile::ReadOnly));
        const QByteArray before = file.readAll();
        const CliProcess::Result list = cli.run({"list"});
        QCOMPARE(list.code, 0);
        QVERIFY2(list.out.contains("survivor"), list.out);
        QVERIFY2(list.err.contains("runs.db is damaged"), list.err);
        QCOMPARE(cli.run({"show", "survivor"}).code, 0);
        QCOMPARE(cli.run({"resume", "survivor"}).code, 2);
        QVERIFY(file.seek(0));
        QCOMPARE(file.readAll(), before);
    }

    void refusesWhatIsNoWorkspace_data() {
        QTest::addColumn<QString>("statement"); // empty: no database at all
        QTest::newRow("garbage") << "";
        QTest::newRow("another program's") << "CREATE TABLE notes(text)";
    }
    void refusesWhatIsNoWorkspace() {
        QFETCH(QString, statement);
        const QString folder = workspace("foreign" + QString::number(statement.size()));
        QDir().mkpath(folder);
        QFile file(folder + "/runs.db");
        QVERIFY(file.open(QFile::ReadWrite));
        if (statement.isEmpty())
            file.write(QByteArray(5000, 'x'));
        else
            SQLite::Database(file.fileName().toStdString(), SQLite::OPEN_READWRITE)
                .exec(statement.toStdString());
        QVERIFY(file.seek(0));
        const QByteArray before = file.readAll();
        CliProcess cli(folder);
        for (const QStringList& command :
             {QStringList{"list"}, {"show", "1"}, {"run", CliProcess::config("digits-mlp")}}) {
            const CliProcess::Result result = cli.run(command);
            QCOMPARE(result.code, 2);
            QCOMPARE(result.err.count('\n'), 1);
            QVERIFY2(result.err.contains("Cannot open"), result.err);
        }
        QVERIFY(file.seek(0));
        QCOMPARE(file.readAll(), before);
    }

    void listsAndShowsRuns() {
        CliProcess cli(workspace("long"));
        const QByteArray list = cli.run({"list"}).out;
        QVERIFY2(list.contains("Finished") && list.contains("digits"), list);
        core::Store store(workspace("long").toStdString());
        const QString id = QString::fromStdString(store.runs().front().id);
        for (const QString& name : {QString("1"), QString("digits"), id.left(6)}) {
            const CliProcess::Result shown = cli.run({"show", name});
            QCOMPARE(shown.code, 0);
            QVERIFY(shown.out.contains("run.batch_size"));
            QVERIFY(shown.out.contains("accuracy/val"));
            QVERIFY(shown.out.contains(id.toUtf8()));
        }
        QCOMPARE(cli.run({"show", "1", "--json"}).json()["weights_sha256"].toString(),
                 m_longRunSha);
    }

    void namesWhatIsWrongInAConfig_data() {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QString>("assignment");
        QTest::addColumn<QString>("field");
        const QByteArray good = R"({"data": {"type": "line"}, "model": {"type": "mlp"}})";
        QTest::newRow("unknown key")
            << QByteArray(R"({"data": {"type": "line"}, "model": {"type": "mlp", "layers": 3}})")
            << ""
            << "model.layers";
        QTest::newRow("unknown section")
            << QByteArray(R"({"model": {"type": "mlp"}, "modle": {}})") << ""
            << "modle";
        QTest::newRow("unknown model") << QByteArray(R"({"model": {"type": "mpl"}})") << ""
                                       << "model.type";
        QTest::newRow("out of range") << good << "optimizer.lr=-1"
                                      << "optimizer.lr";
        QTest::newRow("wrong type") << good << "run.epochs=many"
                                    << "run.epochs";
        QTest::newRow("unknown path") << good << "run.epoch=3"
                                      << "run.epoch";
        QTest::newRow("no such data")
            << QByteArray(
                   R"({"data": {"type": "csv", "path": "none.csv"}, "model": {"type": "mlp"}})")
            << ""
            << "none.csv";
        const auto csv = [](const QString& file, const QString& target, const QString& model) {
            const QString json = R"({"data": {"type": "csv", "path": "%1", "target": "%2"},
                                     "model": {"type": "%3"}})";
            const QString folder = QString(TORCHDESK_SOURCE_DIR) + "/resources/data/";
            return json.arg(folder + file, target, model).toUtf8();
        };
        QTest::newRow("a folder") << csv("", "", "mlp") << ""
                                  << "data.path";
        QTest::newRow("no such column") << csv("iris.csv", "spezies", "mlp") << ""
                                        << "data.target";
        QTest::newRow("classes for a model of numbers")
            << csv("iris.csv", "species", "linear_regression") << ""
            << "model.type";
        QTest::newRow("made classes for a model of numbers")
            << good << "model.type=linear_regression,data.type=spirals"
            << "model.type";
        QTest::newRow("no JSON") << QByteArray("{\"model\": ") << ""
                                 << "config.json";
    }
    void namesWhatIsWrongInAConfig() {
        QFETCH(QByteArray, config);
        QFETCH(QString, assignment);
        QFETCH(QString, field);
        QStringList arguments = {"run", writeConfig(config), "--json"};
        for (const QString& each : assignment.split(',', Qt::SkipEmptyParts))
            arguments << "--set" << each;
        const CliProcess::Result result = CliProcess(workspace("wrong")).run(arguments);
        QCOMPARE(result.code, 2);
        QVERIFY2(result.err.contains(field.toUtf8()), result.err);
        QVERIFY2(result.out.isEmpty(), result.out);
        QVERIFY(!QFile::exists(workspace("wrong"))); // nothing was made for it
    }

    void refusesRequestsThatMakeNoSense_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("reason");
        QTest::newRow("no such run") << QStringList{"resume", "77"} << "no run 77";
        QTest::newRow("no name") << QStringList{"resume", ""} << "No run is named";
        QTest::newRow("no such run to show") << QStringList{"show", "nobody"} << "no run nobody";
        QTest::newRow("finished") << QStringList{"resume", "1"} << "is finished";
        QTest::newRow("no such file") << QStringList{"run", "/nowhere.json"} << "/nowhere.json";
        QTest::newRow("no such command") << QStringList{"rnu"} << "\"rnu\". Did you mean \"run\"?";
        QTest::newRow("words too many")
            << QStringList{"show", "1", "and", "two", "more"} << "not expected: and two more";
        QTest::newRow("nothing to run") << QStringList{"run"} << "CONFIG";
    }
    void refusesRequestsThatMakeNoSense() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, reason);
        const CliProcess::Result result = CliProcess(workspace("long")).run(arguments);
        QCOMPARE(result.code, 2);
        QVERIFY2(result.err.contains(reason.toUtf8()) && !result.err.isEmpty(), result.err);
    }

    void theSeedDecides() {
        CliProcess cli(workspace("seed"));
        const auto shaOf = [&](int seed) {
            return cli
                .run({"run", CliProcess::config("spirals-mlp"), "--json", "--set", "run.epochs=2",
                      "--set", QString("run.seed=%1").arg(seed)})
                .json()["weights_sha256"]
                .toString();
        };
        const QString first = shaOf(1);
        QCOMPARE(first.size(), 64);
        QCOMPARE(shaOf(1), first);
        QVERIFY(shaOf(2) != first);
    }

    void failsWithAReason() {
        CliProcess cli(workspace("failed"));
        cli.setVariable("TORCHDESK_MODELS", BROKEN_MODELS);
        const QString config =
            writeConfig(R"({"data": {"type": "line"}, "model": {"type": "mlp"}})");
        const auto failure = [&](const QString& model) {
            return cli.run({"run", config, "--json", "--set", "model.type=" + model});
        };
        const CliProcess::Result create = failure("throws_in_create");
        QCOMPARE(create.code, 1);
        QCOMPARE(create.json()["state"].toString(), "Failed");
        QVERIFY(create.json()["reason"].toString().contains("the vocabulary is missing"));
        const CliProcess::Result forward = failure("throws_in_forward");
        QCOMPARE(forward.code, 1);
        QCOMPARE(forward.json()["state"].toString(), "Failed");
        QVERIFY2(!forward.json()["reason"].toString().contains("frame #"), forward.out);
        QCOMPARE(failure("throws_in_constructor").code, 1);
        QCOMPARE(failure("mlp").code, 0); // the rest works on
    }

    void failsOnDataThatCannotBeUsed() {
        QFile table(m_folder.filePath("ragged.csv"));
        QVERIFY(table.open(QFile::WriteOnly));
        table.write("a,y\n1,2\n3\n");
        table.close();
        const CliProcess::Result result =
            CliProcess(workspace("failed"))
                .run({"run", writeConfig(R"({"data": {"type": "csv", "path": "ragged.csv"},
                                    "model": {"type": "mlp"}})")});
        QCOMPARE(result.code, 1);
        QVERIFY2(result.err.contains("ragged.csv, line 3"), result.err);
        QVERIFY2(result.out.contains("Failed"), result.out);
    }

    void listsModelsWithWhatIsWrong() {
        CliProcess cli(workspace("models"));
        cli.setVariable("TORCHDESK_MODELS", BROKEN_MODELS);
        const CliProcess::Result result = cli.run({"models"});
        QCOMPARE(result.code, 0);
        QVERIFY2(result.out.contains("mlp: OK"), result.out);
        QVERIFY2(result.out.contains("linear_regression: OK"), result.out);
        for (const char* broken :
             {"libold_interface.so: Its interface is org.torchdesk.Model/0",
              "libbroken_metadata.so: ", "libtext.so: ", "no_factory: ", "throws_in_constructor: "})
            QVERIFY2(result.out.contains(broken), result.out);
        QVERIFY2(result.out.contains("the licence has expired"), result.out);
        QVERIFY2(!result.out.contains("no_factory: OK"), result.out);
    }

    void describesTheLoop() {
        const CliProcess::Result result = CliProcess(workspace("loop"))
                                              .run({"describe", CliProcess::config("digits-mlp"),
                                                    "--set", "callbacks.early_stopping=on"});
        QVERIFY2(result.code == 0, result.err);
        for (const char* word : {"early_stopping", "recorder", "checkpoint", "epochStart"})
            QVERIFY2(result.out.contains(word), result.out);
        QVERIFY(!QFile::exists(workspace("loop")));
    }

    void helpsWithoutNamesOfThisMachine() {
        const CliProcess::Result help = CliProcess(workspace("help")).run({"run", "--help"});
        QCOMPARE(help.code, 0);
        QVERIFY2(help.out.contains("the user's data folder"), help.out);
        QVERIFY2(!help.out.contains(QDir::tempPath().toUtf8()), help.out); // of the test's user
    }

    void aSignalStopsWithACheckpoint_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("Ctrl-C") << SIGINT;
        QTest::newRow("end of the session") << SIGTERM;
    }
    void aSignalStopsWithACheckpoint() {
        QFETCH(int, signal);
        const QString where = workspace(QString("stopped%1").arg(signal));
        CliProcess cli(where);
        QVERIFY(cli.startAndWaitFor(kLongRun, [](const core::RunRecord& run) {
            return run.state == core::RunState::Running && run.step > 100;
        }));
        cli.signal(signal);
        const CliProcess::Result stopped = cli.finish();
        QCOMPARE(stopped.code, 3);
        QCOMPARE(stopped.json()["state"].toString(), "Stopped");
        QCOMPARE(stopped.json()["reason"].toString(), "user");
        const int steps = stopped.json()["steps"].toInt();
        QVERIFY(steps > 100 && steps < kLongRunSteps);
        {
            core::Store store(where.toStdString());
            QCOMPARE(store.checkpoints(store.runs().front().id).back().step, int64_t(steps));
        }
        compareWithUninterrupted(cli.run({"resume", "1", "--json"}), where);
    }

    void aSecondCtrlCEndsAtOnce() {
        CliProcess cli(workspace("aborted"));
        QVERIFY(cli.startAndWaitFor(kLongRun, [](const core::RunRecord& run) {
            return run.state == core::RunState::Starting;
        }));
        cli.signal(SIGINT);
        cli.signal(SIGTERM); // two equal signals could arrive as one
        const int code = cli.finish().code;
        QVERIFY2(code == 128 + SIGINT || code == 128 + SIGTERM, QByteArray::number(code));
        const CliProcess::Result shown = cli.run({"show", "1"});
        QVERIFY2(shown.out.contains("Interrupted"), shown.out);
        const CliProcess::Result resumed = cli.run({"resume", "1"});
        QCOMPARE(resumed.code, 0);
        QVERIFY2(!resumed.err.contains("unexpectedly"), resumed.err); // of the last session
    }

    void survivesBeingKilled_data() {
        QTest::addColumn<QList<int>>("steps"); // kill -9 when the run has passed each of these
        QTest::newRow("while it starts") << QList<int>{0};
        QTest::newRow("in the first epochs") << QList<int>{1};
        QTest::newRow("again and again") << QList<int>{300, 800, 1300};
    }
    void survivesBeingKilled() {
        QFETCH(QList<int>, steps);
        const QString where = workspace(QString("killed%1").arg(steps.first()));
        CliProcess cli(where);
        QStringList arguments = kLongRun;
        for (int step : steps) {
            QVERIFY(cli.startAndWaitFor(arguments, [step](const core::RunRecord& run) {
                return run.state == core::RunState::Starting ? step == 0 : run.step >= step;
            }));
            cli.signal(SIGKILL);
            QCOMPARE(cli.finish().code, -1);
            QCOMPARE(integrityOf(where), "ok");
            arguments = QStringList{"resume", "1", "--json"};
        }
        compareWithUninterrupted(cli.run(arguments), where);
    }
};

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
