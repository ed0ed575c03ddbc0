// The program with a window: torchdesk [--workspace DIR] [--demo] [--screenshot FILE]
// [--quit-when-idle].
#include <QtCore/QCommandLineParser>
#include <QtWidgets/QApplication>

#include <clocale>
#include <cstdio>

#include "app/quit_signals.h"
#include "app/window_session.h"
#include "core/error.h"
#include "ui/common/theme.h"

namespace {

SessionOptions parseOptions(const QCoreApplication& app) {
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Configure, run, watch and compare the training of neural networks."));
    const QCommandLineOption workspace(QStringLiteral("workspace"),
                                       QStringLiteral("Folder with the runs."),
                                       QStringLiteral("DIR"));
    const QCommandLineOption demo(QStringLiteral("demo"), QStringLiteral("Start the demo."));
    const QCommandLineOption screenshot(
        QStringLiteral("screenshot"),
        QStringLiteral("Save a picture of the window when nothing runs any more."),
        QStringLiteral("FILE"));
    const QCommandLineOption quit(QStringLiteral("quit-when-idle"),
                                  QStringLiteral("Quit when nothing runs any more."));
    parser.addOptions({workspace, demo, screenshot, quit});
    parser.addHelpOption();
    parser.addVersionOption();
    parser.process(app);
    return {parser.value(workspace), parser.value(screenshot), parser.isSet(demo),
            parser.isSet(quit)};
}

} // namespace

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    std::setlocale(LC_NUMERIC, "C"); // Qt takes the user's, and files want points in numbers
    QCoreApplication::setOrganizationName(QStringLiteral("torchdesk"));
    QCoreApplication::setApplicationName(QStringLiteral("torchdesk"));
    QCoreApplication::setApplicationVersion(QStringLiteral(TORCHDESK_VERSION));
    try {
        ui::startTheme(app);
        const QuitSignals quitSignals;
        WindowSession session(parseOptions(app));
        QObject::connect(&quitSignals, &QuitSignals::asked, &session, &WindowSession::quit);
        return app.exec();
    } catch (const core::Error& error) {
        std::fprintf(stderr, "torchdesk: %s\n", error.what());
        return 1;
    }
}
