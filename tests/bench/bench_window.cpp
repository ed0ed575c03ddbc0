// Measures what a person waits for: the window with 1,000 runs, the first point of the demo, and
// the longest turn of the event loop while a run trains at full speed. Starts the real program,
// offscreen, and reads its log (app/timing.h). Prints a line "NAME VALUE UNIT" each.
#include "tests/support/sample_workspace.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include <QtCore/QCoreApplication>
#include <QtCore/QProcess>
#include <QtCore/QRegularExpression>
#include <QtCore/QTemporaryDir>

namespace {

constexpr int kRunCount = 1000;
constexpr int kStartCount = 10;
constexpr int kProgramTimeoutMs = 120000;

// What the program says on its log when started with `arguments`.
QString logOf(const QStringList& arguments) {
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("QT_QPA_PLATFORM", "offscreen");
    environment.insert("QT_LOGGING_RULES", "torchdesk.timing=true");
    environment.insert("QT_LOGGING_TO_CONSOLE", "1");
    program.setProcessEnvironment(environment);
    program.setProcessChannelMode(QProcess::MergedChannels);
    program.start(QCoreApplication::applicationDirPath() + "/torchdesk", arguments);
    const bool hasEnded = program.waitForFinished(kProgramTimeoutMs);
    const QByteArray log = program.readAll();
    if (!hasEnded || program.exitCode() != 0) qFatal("torchdesk failed: %s", log.constData());
    return QString::fromUtf8(log);
}

double number(const QString& log, const char* pattern) {
    const auto match = QRegularExpression(pattern).match(log);
    if (!match.hasMatch()) qFatal("No \"%s\" in the log:\n%s", pattern, qPrintable(log));
    return match.captured(1).toDouble();
}

void fill(const QString& folder) {
    core::Store store(folder.toStdString());
    for (int i = 0; i < kRunCount; ++i) {
        test::SampleRun run;
        run.name = "run " + std::to_string(i);
        run.learningRate = 1e-4 * (1 + i % 50);
        run.epochs = 2;
        run.stepsPerEpoch = 5;
        test::addTrainedRun(store, run);
    }
}

void benchStart() {
    const QTemporaryDir folder;
    fill(folder.path());
    std::vector<double> paints;
    for (int i = 0; i < kStartCount; ++i) {
        const QString log = logOf({"--workspace", folder.path(), "--quit-when-idle"});
        if (!log.contains("libtorch mapped: no")) qFatal("libtorch was mapped at the first paint");
        paints.push_back(number(log, "painted (\\d+) ms"));
    }
    std::sort(paints.begin(), paints.end());
    std::printf("window_painted_1000_runs %.0f ms\n", paints[kStartCount / 2]);
}

void benchDemo() {
    const QTemporaryDir folder;
    const QString log = logOf({"--workspace", folder.path(), "--demo", "--quit-when-idle"});
    std::printf("demo_first_point %.0f ms\n", number(log, "first point (\\d+) ms"));
    std::printf("longest_turn_training %.1f ms\n", number(log, "longest turn ([\\d.]+) ms"));
}

} // namespace

int main(int argc, char** argv) {
    const QCoreApplication application(argc, argv);
    benchStart();
    benchDemo();
}
