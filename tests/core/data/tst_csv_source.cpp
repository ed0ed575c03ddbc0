#include "core/data/csv_source.h"

#include <cmath>

#include <ATen/ATen.h>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include "core/data/tensor_dataset.h"
#include "core/error.h"
#include "core/run/catalog.h"

class TestCsvSource : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    core::Catalog m_catalog{{}};

    QString write(const QByteArray& text, const QString& name = "data.csv") {
        QFile file(m_folder.filePath(name));
        if (!file.open(QFile::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write %s", qPrintable(file.fileName()));
        return file.fileName();
    }

    // Everything for training, unless a test says otherwise.
    core::Params params(const QString& path) {
        core::Params params(m_catalog.find(core::ComponentKind::Data, "csv")->specs);
        params.set("path", path.toStdString());
        params.set("validation", 0.0);
        params.set("standardize", false);
        return params;
    }

    core::DataSplit read(const QByteArray& text) {
        return core::makeCsvData(params(write(text)), 1);
    }

    // The message of the error, or "no error".
    QString errorOf(const core::Params& params) {
        try {
            core::makeCsvData(params, 1);
        } catch (const core::Error& error) {
            return QString::fromStdString(error.what());
        }
        return "no error";
    }

    static at::Tensor all(const core::DataSplit& data, const char* name) {
        return data.train->gather(at::arange(data.train->size(), at::kLong)).x.at(name);
    }

private Q_SLOTS:
    void readsNumbersWhateverTheDialect_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("commas") << QByteArray("a,b,y\n1,2.5,3\n4,-5e-1,7.25\n");
        QTest::newRow("semicolons") << QByteArray("a;b;y\n1;2.5;3\n4;-0.5;7.25\n");
        QTest::newRow("decimal commas") << QByteArray("a;b;y\n1;2,5;3\n4;-0,5;7,25\n");
        QTest::newRow("tabs") << QByteArray("a\tb\ty\n1\t2.5\t3\n4\t-0.5\t7.25\n");
        QTest::newRow("byte order mark") << QByteArray(
            "\xef\xbb\xbf"
            "a,b,y\n1,2.5,3\n4,-0.5,7.25\n");
        QTest::newRow("CRLF") << QByteArray("a,b,y\r\n1,2.5,3\r\n4,-0.5,7.25\r\n");
        QTest::newRow("CR") << QByteArray("a,b,y\r1,2.5,3\r4,-0.5,7.25\r");
        QTest::newRow("no last line end") << QByteArray("a,b,y\n1,2.5,3\n4,-0.5,7.25");
        QTest::newRow("blank lines") << QByteArray("\na,b,y\n\n1,2.5,3\n\n\n4,-0.5,7.25\n\n");
        QTest::newRow("spaces and plus") << QByteArray("a , b, y\n 1, +2.5 ,3\n4,-0.5, 7.25\n");
        QTest::newRow("quotes") << QByteArray(
            "\"a\",\"b\",\"y\"\n\"1\",\"2.5\",3\n4,-0.5,\"7.25\"\n");
    }
    void readsNumbersWhateverTheDialect() {
        QFETCH(QByteArray, text);
        const core::DataSplit data = read(text);
        QVERIFY(all(data, "input").equal(at::tensor({1.0f, 2.5f, 4.0f, -0.5f}).view({2, 2})));
        QVERIFY(all(data, "target").equal(at::tensor({3.0f, 7.25f}).view({2, 1})));
        const core::DatasetInfo& info = data.train->info();
        QVERIFY(info.task == core::Task::Regression);
        QVERIFY(info.featureNames == (std::vector<std::string>{"a", "b"}));
        QVERIFY(info.targetNames == std::vector<std::string>{"y"});
        QVERIFY(info.inputShape == std::vector<int64_t>{2});
        QVERIFY(!data.validation);
    }

    void namesAFileWithoutHeader() {
        const core::DataSplit data = read("1,2.5,3\n4,-0.5,7.25\n");
        QCOMPARE(data.train->size(), int64_t(2));
        QVERIFY(data.train->info().featureNames ==
                (std::vector<std::string>{"column 1", "column 2"}));
        QCOMPARE(data.notes.size(), size_t(1));
        core::Params years = params(write("2019,2020\n1.5,2.5\n3.5,4.5\n"));
        years.set("header", std::string("yes"));
        QVERIFY(core::makeCsvData(years, 1).train->info().targetNames ==
                std::vector<std::string>{"2020"});
    }

    void aQuoteInsideACellIsACharacter() {
        const core::DataSplit data = read("a,kind\n1,5\" disk\n2,8\" disk\n3,8\" disk\n");
        QVERIFY(data.train->info().classNames ==
                (std::vector<std::string>{"5\" disk", "8\" disk"}));
    }

    void encodesCategories() {
        const core::DataSplit data = read(
            "größe in cm,\"color, of \"\"it\"\"\",y\n1,red,0.5\n2,\"dark\nblue\",1.5\n3,red,2.5\n");
        QVERIFY(data.train->info().featureNames ==
                (std::vector<std::string>{"größe in cm", "color, of \"it\"=dark\nblue",
                                          "color, of \"it\"=red"}));
        const at::Tensor expected =
            at::tensor({1.0f, 0.0f, 1.0f, 2.0f, 1.0f, 0.0f, 3.0f, 0.0f, 1.0f}).view({3, 3});
        QVERIFY(all(data, "input").equal(expected));
    }

    void takesTextsAsClasses() {
        const core::DataSplit data = read("a,kind\n1,b\n2,a\n3,b\n4,a\n");
        const core::DatasetInfo& info = data.train->info();
        QVERIFY(info.task == core::Task::Classification);
        QVERIFY(info.classNames == (std::vector<std::string>{"a", "b"}));
        QCOMPARE(info.outputCount, int64_t(2));
        QVERIFY(all(data, "target").equal(at::tensor({1, 0, 1, 0}, at::kLong)));
    }

    void guessesClassesFromAFewWholeNumbers() {
        const QString path = write("a,digit\n1,10\n2,9\n3,10\n4,9\n5,9\n");
        const core::DataSplit data = core::makeCsvData(params(path), 1);
        QVERIFY(data.train->info().task == core::Task::Classification);
        QVERIFY(data.train->info().classNames == (std::vector<std::string>{"9", "10"}));
        QVERIFY(all(data, "target").equal(at::tensor({1, 0, 1, 0, 0}, at::kLong)));
        QCOMPARE(data.notes.size(), size_t(1));
        core::Params asNumbers = params(path);
        asNumbers.set("task", std::string("regression"));
        QVERIFY(core::makeCsvData(asNumbers, 1).train->info().task == core::Task::Regression);
        QVERIFY(read("a,y\n1,10\n2,9\n3,8\n4,7\n").train->info().task == core::Task::Regression);
    }

    void takesTheTargetByName() {
        core::Params chosen = params(write("id,y,a b\n7,1.5,10\n8,2.5,20\n9,3.5,30\n"));
        chosen.set("target", std::string("y"));
        chosen.set("ignore", std::string("id, "));
        const core::DataSplit data = core::makeCsvData(chosen, 1);
        QVERIFY(data.train->info().featureNames == std::vector<std::string>{"a b"});
        QVERIFY(all(data, "target").equal(at::tensor({1.5f, 2.5f, 3.5f}).view({3, 1})));
    }

    void standardizesByTheTrainingRowsAlone() {
        QByteArray text = "a,c,y\n";
        for (int i = 0; i < 100; ++i)
            text += QByteArray::number(i * i) + ",5," + QByteArray::number(1000 + 3.5 * i) + "\n";
        core::Params scaled = params(write(text));
        scaled.set("standardize", true);
        scaled.set("validation", 0.25);
        const core::DataSplit data = core::makeCsvData(scaled, 1);
        QCOMPARE(data.train->size(), int64_t(75));
        QCOMPARE(data.validation->size(), int64_t(25));
        const at::Tensor input = all(data, "input").to(at::kDouble);
        const at::Tensor a = input.select(1, 0);
        QVERIFY(std::abs(a.mean().item<double>()) < 1e-6);
        QVERIFY(std::abs(a.var(false).item<double>() - 1.0) < 1e-6);
        QVERIFY(input.select(1, 1).eq(0.0).all().item<bool>()); // the constant column
        const at::Tensor y = all(data, "target").to(at::kDouble);
        QVERIFY(std::abs(y.mean().item<double>()) < 1e-6);
        QVERIFY(std::abs(y.var(false).item<double>() - 1.0) < 1e-6);
        // Back in its own unit, the target of a validation row is one of the file's numbers.
        const core::DatasetInfo& info = data.validation->info();
        const core::Batch one = data.validation->gather(at::zeros({1}, at::kLong));
        const double back =
            one.x.at("target").item<double>() * info.targetScale[0] + info.targetMean[0];
        QVERIFY(std::abs(std::remainder(back - 1000.0, 3.5)) < 1e-3);
        QCOMPARE(data.notes.size(), size_t(1));
        QVERIFY(QString::fromStdString(data.notes[0]).contains("\"c\""));
    }

    void keepsSmallDifferencesOfLargeNumbers() {
        core::Params scaled =
            params(write("time,y\n1700000000001,1.5\n1700000000002,2.5\n1700000000003,3.5\n"));
        scaled.set("standardize", true);
        const at::Tensor input = all(core::makeCsvData(scaled, 1), "input");
        const float step = static_cast<float>(std::sqrt(1.5));
        QVERIFY(input.allclose(at::tensor({-step, 0.0f, step}).view({3, 1})));
    }

    void splitsTheSameForTheSameSeed() {
        QByteArray text = "a,kind\n";
        for (int i = 0; i < 60; ++i)
            text += QByteArray::number(i) + (i % 3 ? ",x\n" : ",y\n");
        core::Params half = params(write(text));
        half.set("validation", 0.5);
        const auto inputs = [&](uint64_t seed) {
            return all(core::makeCsvData(half, seed), "input");
        };
        QVERIFY(inputs(1).equal(inputs(1)));
        QVERIFY(!inputs(1).equal(inputs(2)));
        const core::DataSplit data = core::makeCsvData(half, 1);
        QCOMPARE(all(data, "target").sum().item<int64_t>(), int64_t(10)); // 20 of y, half of them
    }

    void handlesMissingValuesAsAsked() {
        const QString path = write("a,color,y\n1,red,10.5\n,blue,20.5\n3,NA,30.5\n5,red,nan\n");
        core::Params drop = params(path);
        drop.set("missing", std::string("drop"));
        const core::DataSplit dropped = core::makeCsvData(drop, 1);
        QCOMPARE(dropped.train->size(), int64_t(1));
        QVERIFY(QString::fromStdString(dropped.notes[0]).startsWith("3 rows"));
        core::Params mean = params(path);
        mean.set("missing", std::string("mean"));
        const at::Tensor filled = all(core::makeCsvData(mean, 1), "input");
        const at::Tensor expected =
            at::tensor({1.0f, 0.0f, 1.0f, 2.0f, 1.0f, 0.0f, 3.0f, 0.0f, 0.0f}).view({3, 3});
        QVERIFY(filled.equal(expected));
    }

    void aClassWithOneSampleIsForTraining() {
        QByteArray text = "a,kind\n";
        for (int i = 0; i < 20; ++i)
            text += QByteArray::number(i) + (i == 7 ? ",rare\n" : i % 2 ? ",odd\n" : ",even\n");
        core::Params part = params(write(text));
        part.set("validation", 0.4);
        const core::DataSplit data = core::makeCsvData(part, 3);
        QCOMPARE(all(data, "target").eq(2).sum().item<int64_t>(), int64_t(1));
        QVERIFY(QString::fromStdString(data.notes[0]).contains("\"rare\""));
    }

    void saysWhatIsWrong_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("parameter"); // "id=value", empty: none
        QTest::addColumn<QString>("expected");
        QTest::newRow("empty") << QByteArray("") << ""
                               << "is empty";
        QTest::newRow("blank") << QByteArray(" \r\n\n") << ""
                               << "is empty";
        QTest::newRow("header only") << QByteArray("a,b,y\n") << ""
                                     << "no rows";
        QTest::newRow("short row") << QByteArray("a,b,y\n1,2,3\n4,5\n") << ""
                                   << "line 3: there are 2 cells where the first line has 3";
        QTest::newRow("long row after a quoted line end")
            << QByteArray("a,b,y\n\"1\n2\",2,3\n4,5,6,7\n") << ""
            << "line 4: there are 4 cells";
        QTest::newRow("missing target") << QByteArray("a,y\n1,2\n") << "target=z"
                                        << "no column \"z\". The columns are a, y";
        QTest::newRow("missing ignored") << QByteArray("a,y\n1,2\n") << "ignore=z"
                                         << "no column \"z\"";
        QTest::newRow("target ignored") << QByteArray("a,y\n1,2\n") << "ignore=y"
                                        << "columns to leave out";
        QTest::newRow("target twice") << QByteArray("y,y\n1,2\n") << "target=y"
                                      << "more than one column";
        QTest::newRow("no feature") << QByteArray("y\n1\n2\n") << ""
                                    << "Check the delimiter";
        QTest::newRow("missing value") << QByteArray("a,b,y\n1,2,3\n4,,6\n7,?,\n") << ""
                                       << "line 3, column \"b\": the value is missing (3 missing "
                                          "values in all)";
        QTest::newRow("nothing left") << QByteArray("a,y\n1,\n2,\n") << "missing=drop"
                                      << "none is left";
        QTest::newRow("text among numbers")
            << QByteArray("a,y\n1,1\n2,1\n3,1\n4,2\n5,2\n6,2\n7,1\n8,1\n9o,1\n10,2\n") << ""
            << "line 10, column \"a\": \"9o\" is not a number, but 9 other cells";
        QTest::newRow("infinity") << QByteArray(
                                         "a,y\n1,1\n2,1\n3,1\n4,2\n5,2\n6,2\n7,1\n8,1\n"
                                         "inf,1\n10,2\n")
                                  << ""
                                  << "\"inf\" is not a number";
        QTest::newRow("one class") << QByteArray("a,y\n1,cat\n2,cat\n") << ""
                                   << "\"cat\" in every row";
        QTest::newRow("one class number") << QByteArray("a,y\n1,3\n2,3\n") << "task=classification"
                                          << "\"3\" in every row";
        QTest::newRow("all different") << QByteArray("a,y\n1,x\n2,y\n3,z\n") << ""
                                       << "different in every row";
        QTest::newRow("text as number") << QByteArray("a,y\n1,cat\n2,dog\n") << "task=regression"
                                        << "texts such as \"cat\"";
        QTest::newRow("open quote") << QByteArray("a,y\n1,2\n\"3,4\n5,6\n") << ""
                                    << "line 3: a quote is opened and never closed";
        QTest::newRow("UTF-16") << QByteArray(
                                       "\xff\xfe"
                                       "a\0,\0",
                                       6)
                                << ""
                                << "UTF-16";
        QTest::newRow("Latin-1 cell") << QByteArray("a,kind\n1,x\n2,gr\xfcn\n3,x\n4,y\n") << ""
                                      << "line 3 holds letters of another encoding than UTF-8";
        QTest::newRow("Latin-1 name") << QByteArray(
                                             "gr\xf6\xdf"
                                             "e,y\n1,2\n")
                                      << ""
                                      << "line 1 holds letters";
        QTest::newRow("cut letter") << QByteArray("a,y\n1,\xe2\x82\n2,x\n") << ""
                                    << "line 2 holds";
        QTest::newRow("surrogate") << QByteArray("a,y\n1,\xed\xa0\x80\n2,x\n") << ""
                                   << "line 2 holds";
        QTest::newRow("overlong") << QByteArray("a,y\n1,\xc0\xaf\n2,x\n") << ""
                                  << "line 2 holds";
        QTest::newRow("huge text") << "a,y\n1,1\n2,1\n3,1\n4,2\n5,2\n6,2\n7,1\n8,1\n" +
                                          QByteArray("\xc3\xa4").repeated(9999) + ",1\n10,2\n"
                                   << "" << QString(30, QChar(0xe4)) + "…\" is not a number";
        QTest::newRow("huge class")
            << "a,y\n1," + QByteArray(9999, 'x') + "\n2," + QByteArray(9999, 'x') + "\n"
            << ""
            << "xx…\" in every row";
        QTest::newRow("workbook") << QByteArray("PK\x03\x04 ...") << ""
                                  << "Excel";
        QTest::newRow("gzip") << QByteArray("\x1f\x8b ...") << ""
                              << "gzip";
        QTest::newRow("binary") << QByteArray("a\0b\n", 4) << ""
                                << "not text";
    }
    void saysWhatIsWrong() {
        QFETCH(QByteArray, text);
        QFETCH(QString, parameter);
        QFETCH(QString, expected);
        core::Params given = params(write(text, "wrong data.csv"));
        if (!parameter.isEmpty())
            given.set(parameter.section('=', 0, 0).toStdString(),
                      parameter.section('=', 1).toStdString());
        const QString message = errorOf(given);
        QVERIFY2(message.contains(expected), qPrintable(message));
        QVERIFY2(message.contains("wrong data.csv"), qPrintable(message));
    }

    void readsLettersOfEveryLength() {
        const core::DataSplit data =
            read("a,kind\n1,\xc3\xa4\n2,\xe2\x82\xac\n3,\xf0\x9f\x98\x80\n4,\xc3\xa4\n");
        QCOMPARE(data.train->info().classNames.size(), size_t(3));
    }

    void saysWhichFileCannotBeRead() {
        QVERIFY(errorOf(params("")).contains("No CSV file is chosen"));
        QVERIFY(errorOf(params("/nowhere/x.csv")).contains("/nowhere/x.csv: No such file"));
        QVERIFY(errorOf(params(m_folder.path())).contains("it is a folder"));
    }

    void refusesTextsAsCategories() {
        QByteArray text = "note,y\n";
        for (int i = 0; i < 1500; ++i)
            text += "text" + QByteArray::number(i) + "," + QByteArray::number(i) + ".5\n";
        const QString message = errorOf(params(write(text)));
        QVERIFY2(message.contains("column \"note\" holds 1500 different texts"),
                 qPrintable(message));
    }

    void readsTheDataSetsOfTheProgram_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("features");
        QTest::addColumn<int>("outputs");
        QTest::newRow("digits") << "digits.csv" << 1797 << 64 << 10;
        QTest::newRow("iris") << "iris.csv" << 150 << 4 << 3;
        QTest::newRow("diabetes") << "diabetes.csv" << 442 << 10 << 1;
    }
    void readsTheDataSetsOfTheProgram() {
        QFETCH(QString, name);
        QFETCH(int, rows);
        QFETCH(int, features);
        QFETCH(int, outputs);
        core::Params shipped = params(QString(TORCHDESK_SOURCE_DIR) + "/resources/data/" + name);
        shipped.set("validation", 0.2);
        shipped.set("standardize", true);
        const core::DataSplit data = core::makeCsvData(shipped, 1);
        QCOMPARE(data.train->size() + data.validation->size(), int64_t(rows));
        QVERIFY(data.train->info().inputShape == std::vector<int64_t>{features});
        QCOMPARE(data.train->info().outputCount, int64_t(outputs));
        QVERIFY(all(data, "input").isfinite().all().item<bool>());
    }

    // More than fit into the blocks that the file is read in.
    void readsManyRows() {
        QByteArray text = "a,b,y\n";
        for (int i = 0; i < 200000; ++i)
            text += QByteArray::number(i) + ",0.5," + QByteArray::number(i * 0.25) + "\n";
        const core::DataSplit data = read(text);
        QCOMPARE(data.train->size(), int64_t(200000));
        const core::Batch last = data.train->gather(at::full({1}, 199999, at::kLong));
        QCOMPARE(last.x.at("target").item<float>(), 199999 * 0.25f);
    }
};

QTEST_GUILESS_MAIN(TestCsvSource)
#include "tst_csv_source.moc"
