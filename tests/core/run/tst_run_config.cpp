#include <QtCore/QFile>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include "core/run/catalog.h"
#include "core/run/run_config.h"
#include "core/run/run_reason.h"

using namespace core;

class TestRunConfig : public QObject {
    Q_OBJECT

private:
    const Catalog m_catalog{{TEST_PLUGINS "/models"}};
    std::vector<Problem> m_problems;

    RunConfig readAll(const char* json, const std::string& folder = "/data") {
        m_problems.clear();
        return configFromJson(QJsonDocument::fromJson(json).object(), m_catalog, folder,
                              m_problems);
    }
    // Without the program's own callbacks, so that these tests need not change with them.
    RunConfig read(const char* json, const std::string& folder = "/data") {
        return withoutOwn(readAll(json, folder));
    }
    RunConfig valid() { return withoutOwn(defaultConfig(m_catalog)); }
    static RunConfig withoutOwn(RunConfig config) {
        std::erase_if(config.callbacks, [](const Component& callback) {
            return !callback.type.starts_with("test_");
        });
        return config;
    }
    static QString problemAt(const std::vector<Problem>& problems, const std::string& field) {
        for (const Problem& problem : problems)
            if (problem.field == field) return QString::fromStdString(problem.message);
        return {};
    }

private Q_SLOTS:
    void init() { m_problems.clear(); }

    void startsFromAConfigThatMayRun() {
        const RunConfig config = valid();
        QCOMPARE(config.data.type, std::string("test_made"));
        QCOMPARE(config.model.type, std::string("toy"));
        QCOMPARE(config.callbacks.at(0).type, std::string("test_recorder"));
        QCOMPARE(config.run.integer("epochs"), 20);
        QVERIFY(validate(config, m_catalog).empty());
    }

    void readsEverySection() {
        const RunConfig config = read(
            R"({"torchdesk": 1, "name": "digits",
                "data": {"type": "test_file", "path": "digits.csv", "validation": 0.1},
                "model": {"type": "toy", "hidden": [128]},
                "optimizer": {"type": "test_other_optimizer", "lr": 1},
                "schedule": {"type": "test_schedule", "warmup_steps": 10},
                "callbacks": {"test_stopping": {"patience": 3}, "test_recorder": true},
                "run": {"epochs": 5, "seed": 4294967295}})");
        QVERIFY2(m_problems.empty(), m_problems.empty() ? "" : m_problems[0].field.c_str());
        QCOMPARE(config.name, std::string("digits"));
        QCOMPARE(config.data.params.text("path"), std::string("/data/digits.csv"));
        QCOMPARE(config.data.params.real("validation"), 0.1);
        QCOMPARE(config.model.params.integers("hidden"), std::vector<int64_t>{128});
        QCOMPARE(config.optimizer.params.real("lr"), 1.0);
        QCOMPARE(config.schedule.params.integer("warmup_steps"), 10);
        QCOMPARE(config.callbacks.size(), size_t(2));
        QCOMPARE(config.callbacks[0].type, std::string("test_recorder")); // the catalog's order
        QCOMPARE(config.callbacks[1].params.integer("patience"), 3);
        QCOMPARE(config.run.integer("seed"), 4294967295);
        QCOMPARE(config.run.integer("batch_size"), 32);
    }

    void keepsCallbacksThatAreAlwaysOn() {
        RunConfig config =
            readAll(R"({"model": {"type": "toy"}, "callbacks": {"recorder": false}})");
        QCOMPARE(problemAt(m_problems, "callbacks.recorder"), "cannot be switched off");
        const auto isOn = [&](const char* id) {
            return std::any_of(config.callbacks.begin(), config.callbacks.end(),
                               [&](const Component& callback) { return callback.type == id; });
        };
        for (const char* id : {"recorder", "checkpoint", "nan_guard"})
            QVERIFY2(isOn(id), id);
        QVERIFY(!isOn("throughput")); // only by default
        m_problems.clear();
        setByPath(config, m_catalog, "callbacks.nan_guard=off", m_problems);
        QCOMPARE(problemAt(m_problems, "callbacks.nan_guard"), "cannot be switched off");
        QVERIFY(isOn("nan_guard"));
    }

    // It was an option of the recorder.
    void readsWhatToDoAtANanFromOlderFiles() {
        const RunConfig config =
            readAll(R"({"model": {"type": "toy"}, "callbacks": {"recorder": {"nan": "continue"}}})");
        QVERIFY(m_problems.empty());
        for (const Component& callback : config.callbacks)
            if (callback.type == "nan_guard")
                QCOMPARE(callback.params.text("action"), std::string("continue"));
        QCOMPARE(std::count_if(config.callbacks.begin(), config.callbacks.end(),
                               [](const Component& c) { return c.type == "nan_guard"; }),
                 1);
    }

    void comesBackEqualFromJson() {
        RunConfig config = valid();
        config.name = "näme";
        for (const char* change : {"optimizer.lr=3e-4", "callbacks.test_stopping.mode=max",
                                   "callbacks.test_recorder=off", "model.hidden=7,8,9"})
            setByPath(config, m_catalog, change, m_problems);
        const RunConfig again =
            withoutOwn(configFromJson(toJson(config), m_catalog, "/elsewhere", m_problems));
        QVERIFY(m_problems.empty());
        QVERIFY(again == config);
        QCOMPARE(configHash(again), configHash(config));
    }

    void namesWhatItDoesNotKnow_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("message");
        QTest::newRow("key") << QByteArray(R"({"model": {"type": "toy"}, "optimiser": {}})")
                             << "optimiser"
                             << "Did you mean \"optimizer\"?";
        QTest::newRow("param") << QByteArray(
                                      R"({"model": {"type": "toy"}, "optimizer": {"lrr": 1}})")
                               << "optimizer.lrr"
                               << "Did you mean \"lr\"?";
        QTest::newRow("run") << QByteArray(R"({"model": {"type": "toy"}, "run": {"epoch": 1}})")
                             << "run.epoch"
                             << "epochs";
        QTest::newRow("type") << QByteArray(R"({"model": {"type": "toi"}})") << "model.type"
                              << "Did you mean \"toy\"?";
        QTest::newRow("no model") << QByteArray("{}") << "model"
                                  << "missing";
        QTest::newRow("no type") << QByteArray(R"({"model": {"hidden": [1]}})") << "model.type"
                                 << "missing";
        QTest::newRow("callback")
            << QByteArray(R"({"model": {"type": "toy"}, "callbacks": {"test_stoping": {}}})")
            << "callbacks.test_stoping"
            << "test_stopping";
        QTest::newRow("real") << QByteArray(
                                     R"({"model": {"type": "toy"}, "optimizer": {"lr": "fast"}})")
                              << "optimizer.lr"
                              << "must be a number";
        QTest::newRow("int") << QByteArray(R"({"model": {"type": "toy"}, "run": {"epochs": 1.5}})")
                             << "run.epochs"
                             << "whole number";
        QTest::newRow("section") << QByteArray(R"({"model": "toy"})") << "model"
                                 << "object";
        QTest::newRow("name") << QByteArray(R"({"model": {"type": "toy"}, "name": 7})") << "name"
                              << "text";
        QTest::newRow("version as text")
            << QByteArray(R"({"model": {"type": "toy"}, "torchdesk": "1"})") << "torchdesk"
            << "version of the format";
        QTest::newRow("version 0")
            << QByteArray(R"({"model": {"type": "toy"}, "torchdesk": 0})") << "torchdesk"
            << "version of the format";
        QTest::newRow("newer") << QByteArray(R"({"model": {"type": "toy"}, "torchdesk": 2})")
                               << "torchdesk"
                               << "newer";
    }
    void namesWhatItDoesNotKnow() {
        QFETCH(QByteArray, json);
        QFETCH(QString, field);
        QFETCH(QString, message);
        const RunConfig config = read(json.constData());
        QCOMPARE(m_problems.size(), size_t(1));
        QCOMPARE(QString::fromStdString(m_problems[0].field), field);
        QVERIFY2(QString::fromStdString(m_problems[0].message).contains(message),
                 m_problems[0].message.c_str());
        QCOMPARE(config.run.integer("epochs"), 20); // what is wrong stays at its default
    }

    void saysWhereAFileIsNotJson() {
        QTemporaryDir folder;
        QFile file(folder.filePath("broken.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"model\": {\"type\": \"toy\"},\n  \"run\": {epochs: 3}}");
        file.close();
        try {
            readConfig(file.fileName().toStdString(), m_catalog, m_problems);
            QFAIL("read it");
        } catch (const Error& error) {
            QVERIFY2(QString(error.what()).contains("line 2"), error.what());
        }
        QVERIFY_THROWS_EXCEPTION(Error, readConfig("/no/such.json", m_catalog, m_problems));
    }

    void takesPathsRelativeToTheFile() {
        QTemporaryDir folder;
        QDir(folder.path()).mkpath("configs");
        QFile file(folder.filePath("configs/run.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"model": {"type": "toy"},
                       "data": {"type": "test_file", "path": "../with space.csv"}})");
        file.close();
        const RunConfig config = readConfig(file.fileName().toStdString(), m_catalog, m_problems);
        QCOMPARE(QString::fromStdString(config.data.params.text("path")),
                 folder.filePath("with space.csv"));
    }

    void setsValuesByPath() {
        RunConfig config = valid();
        for (const char* change :
             {"name=a=b", "optimizer.lr=0.01", "callbacks.test_stopping.patience=3",
              "model.hidden=64,32,16", "run.epochs=3", "data.type=test_file",
              "data.path=some/file.csv"})
            setByPath(config, m_catalog, change, m_problems);
        QVERIFY(m_problems.empty());
        QCOMPARE(config.name, std::string("a=b"));
        QCOMPARE(config.optimizer.params.real("lr"), 0.01);
        QCOMPARE(config.callbacks.size(), size_t(2));
        QCOMPARE(config.callbacks[1].params.integer("patience"), 3);
        QCOMPARE(config.model.params.integers("hidden").size(), size_t(3));
        QCOMPARE(config.run.integer("epochs"), 3);
        QCOMPARE(QString::fromStdString(config.data.params.text("path")),
                 QDir::current().absoluteFilePath("some/file.csv"));
    }

    void keepsSharedValuesWhenTheTypeChanges() {
        RunConfig config = valid();
        setByPath(config, m_catalog, "optimizer.lr=0.25", m_problems);
        setByPath(config, m_catalog, "optimizer.type=test_other_optimizer", m_problems);
        QCOMPARE(config.optimizer.params.real("lr"), 0.25);
        QCOMPARE(config.optimizer.params.flag("nesterov"), false);
    }

    void leavesDefaultsBehindWhenTheTypeChanges() {
        RunConfig config = valid(); // its optimizer has 0.001, the other one 0.5
        setByPath(config, m_catalog, "optimizer.type=test_other_optimizer", m_problems);
        QCOMPARE(config.optimizer.params.real("lr"), 0.5);
    }

    void switchesCallbacksOnAndOff() {
        RunConfig config = valid();
        setByPath(config, m_catalog, "callbacks.test_stopping=on", m_problems);
        QCOMPARE(config.callbacks.size(), size_t(2));
        setByPath(config, m_catalog, "callbacks.test_recorder=off", m_problems);
        setByPath(config, m_catalog, "callbacks.test_stopping=false", m_problems);
        QVERIFY(config.callbacks.empty());
    }

    void saysWhatIsWrongWithAnAssignment_data() {
        QTest::addColumn<QString>("assignment");
        QTest::addColumn<QString>("field");
        QTest::newRow("no value") << "optimizer.lr"
                                  << "optimizer.lr";
        QTest::newRow("section") << "optimiser.lr=1"
                                 << "optimiser.lr";
        QTest::newRow("param") << "optimizer.speed=1"
                               << "optimizer.speed";
        QTest::newRow("value") << "optimizer.lr=fast"
                               << "optimizer.lr";
        QTest::newRow("type") << "model.type=none"
                              << "model.type";
        QTest::newRow("callback") << "callbacks.none.x=1"
                                  << "callbacks.none.x";
        QTest::newRow("switch") << "callbacks.test_stopping=perhaps"
                                << "callbacks.test_stopping";
        QTest::newRow("empty") << ""
                               << "";
        QTest::newRow("deep") << "run.epochs.more=1"
                              << "run.epochs.more";
    }
    void saysWhatIsWrongWithAnAssignment() {
        QFETCH(QString, assignment);
        QFETCH(QString, field);
        RunConfig config = valid();
        setByPath(config, m_catalog, assignment.toStdString(), m_problems);
        QCOMPARE(m_problems.size(), size_t(1));
        QCOMPARE(QString::fromStdString(m_problems[0].field), field);
        QVERIFY(!m_problems[0].message.empty());
        QVERIFY(config == valid());
    }

    void checksTheColumnsOfATableAhead_data() {
        QTest::addColumn<QByteArray>("table");
        QTest::addColumn<QStringList>("changes");
        QTest::addColumn<QString>("field"); // empty: nothing is wrong
        QTest::addColumn<QString>("message");
        const QByteArray flowers = "width;height;kind\n1,5;2;rose\n";
        QTest::newRow("fine") << flowers << QStringList{"data.target=kind"} << ""
                              << "";
        QTest::newRow("last column") << flowers << QStringList{} << ""
                                     << "";
        QTest::newRow("near") << flowers << QStringList{"data.target=hight"} << "data.target"
                              << "Did you mean \"height\"?";
        QTest::newRow("far") << flowers << QStringList{"data.target=price"} << "data.target"
                             << "The columns are width, height, kind.";
        QTest::newRow("left out") << flowers << QStringList{"data.ignore=width, kind"}
                                  << "data.ignore"
                                  << "names the target";
        QTest::newRow("unknown left out")
            << flowers << QStringList{"data.ignore=widht"} << "data.ignore"
            << "\"width\"";
        QTest::newRow("delimiter")
            << flowers << QStringList{"data.delimiter=comma", "data.target=kind"} << "data.target"
            << "width;height;kind";
        QTest::newRow("no header")
            << QByteArray("1,2\n3,4\n") << QStringList{"data.target=column 2"} << ""
            << "";
        QTest::newRow("twice") << QByteArray("a,b,a\n1,2,3\n") << QStringList{"data.target=a"}
                               << "data.target"
                               << "more than one";
        QTest::newRow("many columns") << QByteArray("abcdefghijklmno,").repeated(30) + "z\n"
                                      << QStringList{"data.target=price"} << "data.target"
                                      << "abcdefghijklmno, …";
        QTest::newRow("empty") << QByteArray(" \n") << QStringList{} << "data.path"
                               << "is empty";
        QTest::newRow("no table") << QByteArray("PK\x03\x04") << QStringList{} << "data.path"
                                  << "Excel";
    }
    void checksTheColumnsOfATableAhead() {
        QFETCH(QByteArray, table);
        QFETCH(QStringList, changes);
        QFETCH(QString, field);
        QFETCH(QString, message);
        QTemporaryDir folder;
        QFile file(folder.filePath("table.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(table);
        file.close();
        RunConfig config = valid();
        for (const QString& change :
             QStringList{"data.type=csv", "data.path=" + file.fileName()} + changes)
            setByPath(config, m_catalog, change.toStdString(), m_problems);
        QVERIFY(m_problems.empty());
        const std::vector<Problem> problems = validate(config, m_catalog);
        QCOMPARE(problems.size(), size_t(field.isEmpty() ? 0 : 1));
        if (field.isEmpty()) return;
        QCOMPARE(QString::fromStdString(problems[0].field), field);
        const QString text = QString::fromStdString(problems[0].message);
        QVERIFY2(text.contains(message), qPrintable(text));
        QVERIFY2(!text.contains("…."), qPrintable(text));
    }

    void asksForAFileNotAFolder() {
        RunConfig config = valid();
        setByPath(config, m_catalog, "data.type=csv", m_problems);
        setByPath(config, m_catalog, "data.path=" + QDir::tempPath().toStdString(), m_problems);
        const QString message = problemAt(validate(config, m_catalog), "data.path");
        QVERIFY2(message.contains("is a folder"), qPrintable(message));
    }

    void saysWhyARunEndedInWords_data() {
        QTest::addColumn<RunState>("state");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("epochs") << RunState::Finished << "max epochs"
                                << "All 20 epochs done"
                                << "All 20 epochs done.";
        QTest::newRow("steps") << RunState::Finished << "max steps"
                               << "Step limit of 500 reached"
                               << "Step limit of 500 reached.";
        QTest::newRow("samples") << RunState::Finished << "max samples"
                                 << "Sample limit reached"
                                 << "Sample limit reached.";
        QTest::newRow("person") << RunState::Stopped << "user"
                                << "Stopped by you"
                                << "Stopped by you.";
        QTest::newRow("pause") << RunState::Paused << "paused"
                               << ""
                               << "Paused.";
        QTest::newRow("early") << RunState::Finished
                               << "early stopping: no better loss/val for 5 checks"
                               << "Stopped early: no better loss/val for 5 checks"
                               << "Stopped early: no better loss/val for 5 checks.";
        QTest::newRow("other") << RunState::Finished << "solved"
                               << "solved"
                               << "Finished: solved.";
    }
    void saysWhyARunEndedInWords() {
        QFETCH(RunState, state);
        QFETCH(QString, code);
        QFETCH(QString, words);
        QFETCH(QString, sentence);
        RunRecord run;
        run.state = state;
        run.stateReason = code.toStdString();
        run.epochCount = 20;
        run.step = 500;
        QCOMPARE(QString::fromStdString(reasonText(run)), words);
        QCOMPARE(QString::fromStdString(endText(run)), sentence);
    }

    void namesEachValueOutOfRange() {
        RunConfig config = valid();
        for (const char* change : {"optimizer.lr=0", "optimizer.momentum=1", "run.epochs=0",
                                   "model.hidden=64,0", "callbacks.test_stopping.mode=sideways"})
            setByPath(config, m_catalog, change, m_problems);
        const auto problems = validate(config, m_catalog);
        QCOMPARE(problems.size(), size_t(5));
        QCOMPARE(problemAt(problems, "optimizer.lr"), "must be more than 0, not 0");
        QVERIFY(problemAt(problems, "optimizer.momentum").contains("less than 1"));
        QVERIFY(problemAt(problems, "run.epochs").contains("between 1 and 1000000"));
        QVERIFY(problemAt(problems, "model.hidden").contains("each number"));
        QVERIFY(problemAt(problems, "callbacks.test_stopping.mode").contains("min, max"));
    }

    void namesAFileThatIsMissing() {
        RunConfig config = valid();
        setByPath(config, m_catalog, "data.type=test_file", m_problems);
        QCOMPARE(problemAt(validate(config, m_catalog), "data.path"), "Choose a file.");
        setByPath(config, m_catalog, "data.path=/no/such.csv", m_problems);
        QCOMPARE(problemAt(validate(config, m_catalog), "data.path"),
                 "There is no file /no/such.csv.");
    }

    void judgesADependentValueOnlyWhileItCounts() {
        RunConfig config = valid();
        for (const char* change : {"data.type=test_file", "data.factor=-1", "data.scale=true"})
            setByPath(config, m_catalog, change, m_problems);
        QVERIFY(!problemAt(validate(config, m_catalog), "data.factor").isEmpty());
        setByPath(config, m_catalog, "data.scale=false", m_problems);
        QVERIFY(problemAt(validate(config, m_catalog), "data.factor").isEmpty());
    }

    void namesATypeThatTheCatalogLacks() {
        const RunConfig config = read(R"({"model": {"type": "gone"}})");
        QCOMPARE(config.model.type, std::string("gone"));
        QVERIFY(problemAt(validate(config, m_catalog), "model.type").contains("gone"));
    }

    void seesWhatDoesNotFitTogether() {
        RunConfig config = valid();
        for (const char* change :
             {"run.max_steps=100", "schedule.warmup_steps=100", "schedule.min_lr=0.5",
              "data.validation=0", "callbacks.test_stopping.monitor=loss/val"})
            setByPath(config, m_catalog, change, m_problems);
        const auto problems = validate(config, m_catalog);
        QCOMPARE(problems.size(), size_t(3));
        QVERIFY(problemAt(problems, "schedule.warmup_steps").contains("100"));
        QVERIFY(problemAt(problems, "schedule.min_lr").contains("0.001"));
        QVERIFY(problemAt(problems, "callbacks.test_stopping.monitor").contains("validation"));
    }

    void suggestsTheMetricThatWasMeant() {
        RunConfig config = valid();
        setByPath(config, m_catalog, "run.metrics=accuracy, top3, f1_weigthed", m_problems);
        const auto problems = validate(config, m_catalog);
        QCOMPARE(problems.size(), size_t(1));
        QCOMPARE(problemAt(problems, "run.metrics"),
                 "There is no metric \"f1_weigthed\". Did you mean \"f1_weighted\"?");
    }

    void refusesOptionsThatContradictEachOther_data() {
        QTest::addColumn<QStringList>("changes");
        QTest::addColumn<std::string>("field");
        QTest::addColumn<bool>("isWarning");
        const auto row = [](const QStringList& changes, const char* field, bool isWarning) {
            QTest::newRow(qPrintable(changes.join(' ')))
                << changes << std::string(field) << isWarning;
        };
        row({"optimizer.type=sgd", "optimizer.momentum=0", "optimizer.nesterov=true"},
            "optimizer.nesterov", false);
        row({"optimizer.type=sgd", "optimizer.dampening=0.1", "optimizer.nesterov=true"},
            "optimizer.nesterov", false);
        row({"optimizer.type=lbfgs", "callbacks.gradient_clipping=on"},
            "callbacks.gradient_clipping", true);
        row({"schedule.type=multi_step", "schedule.milestones="}, "schedule.milestones", false);
        row({"schedule.type=cosine", "schedule.warmup_steps=9", "schedule.length=9"},
            "schedule.warmup_steps", false);
        row({"schedule.type=plateau", "schedule.monitor=loss/val", "data.validation=0"},
            "schedule.monitor", false);
        row({"schedule.type=plateau", "schedule.min_lr=0.1", "optimizer.lr=0.01"},
            "schedule.min_lr", false);
        row({"schedule.type=plateau", "callbacks.early_stopping.patience=5"}, "schedule.patience",
            true);
    }

    void refusesOptionsThatContradictEachOther() {
        QFETCH(QStringList, changes);
        QFETCH(std::string, field);
        QFETCH(bool, isWarning);
        RunConfig config = valid();
        for (const QString& change : changes)
            setByPath(config, m_catalog, change.toStdString(), m_problems);
        QVERIFY2(m_problems.empty(), m_problems.empty() ? "" : m_problems[0].message.c_str());
        const auto problems = validate(config, m_catalog);
        QCOMPARE(problems.size(), size_t(1));
        QCOMPARE(problems[0].field, field);
        QCOMPARE(problems[0].isWarning, isWarning);
    }

    void warnsOfAnUnusualLearningRateWithoutBlocking() {
        RunConfig config = valid();
        setByPath(config, m_catalog, "optimizer.lr=5", m_problems);
        const auto problems = validate(config, m_catalog);
        QCOMPARE(problems.size(), size_t(1));
        QVERIFY(problems[0].isWarning);
    }

    void listsEveryValueForTables() {
        const auto rows = flatten(valid());
        const std::map<std::string, std::string> map(rows.begin(), rows.end());
        QCOMPARE(map.size(), rows.size());
        QCOMPARE(map.at("data.type"), std::string("test_made"));
        QCOMPARE(map.at("optimizer.lr"), std::string("0.001"));
        QCOMPARE(map.at("model.hidden"), std::string("64, 32"));
        QCOMPARE(map.at("callbacks.test_recorder"), std::string("on"));
        QCOMPARE(map.at("run.seed"), std::string("1"));
        QCOMPARE(rows.front().first, std::string("data.type"));
    }

    void hashesAllButTheName() {
        RunConfig config = valid();
        const std::string before = configHash(config);
        QCOMPARE(before.size(), size_t(64));
        config.name = "other";
        QCOMPARE(configHash(config), before);
        setByPath(config, m_catalog, "run.seed=2", m_problems);
        QVERIFY(configHash(config) != before);
    }
};

QTEST_GUILESS_MAIN(TestRunConfig)
#include "tst_run_config.moc"
