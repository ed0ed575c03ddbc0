// What the command line prints, where no run is needed to see it.
#include <limits>

#include <QtTest/QtTest>

#include "app/progress_line.h"
#include "app/terminal_text.h"
#include "app/text_table.h"

class TestCliTexts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhereTheRunIs() {
        core::Progress progress;
        progress.phase = "Training";
        progress.epoch = 3;
        progress.epochCount = 20;
        progress.step = 135;
        progress.totalSteps = 900;
        progress.loss = 0.23451;
        progress.samplesPerSecond = 5210.4;
        progress.remainingS = 4.6;
        QCOMPARE(progressText(progress),
                 std::string("Training  epoch 4/20  step 135/900  loss 0.2345  5210 samples/s  "
                             "0:05 left"));
        progress.epoch = 20; // the last one is over
        QVERIFY(progressText(progress).find("epoch 20/20 ") != std::string::npos);
        progress.loss = 3e-5;
        QVERIFY(progressText(progress).find("loss 3e-5 ") != std::string::npos);
        progress.remainingS = 3725.0;
        progress.loss = std::numeric_limits<double>::quiet_NaN();
        QVERIFY(progressText(progress).find("loss nan") != std::string::npos);
        QVERIFY(progressText(progress).find("1:02:05 left") != std::string::npos);
    }

    void saysNothingItDoesNotKnow() {
        core::Progress progress;
        progress.phase = "Loading data";
        QCOMPARE(progressText(progress), std::string("Loading data"));
        progress.step = 5;
        QCOMPARE(progressText(progress), std::string("Loading data  step 5  loss 0"));
    }

    void writesForTheTerminalItIsOn() {
        qputenv("LC_ALL", "de_DE.UTF-8");
        QCOMPARE(forTerminal("a … b…"), std::string("a … b…"));
        qputenv("LC_ALL", "de_DE.ISO-8859-1");
        QCOMPARE(forTerminal("a … b…"), std::string("a ... b..."));
    }

    void alignsColumns() {
        TextTable table({"run", "name"});
        table.alignRight(0);
        table.addRow({"1", "größe"});
        table.addRow({"1000", "x"});
        QCOMPARE(table.text("  "), QString("   run  name\n     1  größe\n  1000  x\n"));
        QCOMPARE(TextTable().text(), QString());
    }
};

QTEST_GUILESS_MAIN(TestCliTexts)
#include "tst_cli_texts.moc"
