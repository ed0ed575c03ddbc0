#include "cli_process.h"

#include <csignal>

#include <QtCore/QDir>
#include <QtCore/QJsonDocument>
#include <QtTest/QTest>

#include "core/store/store.h"

namespace {

constexpr int kTimeoutMs = 120000;

} // namespace

QJsonObject CliProcess::Result::json() const {
    const QList<QByteArray> lines = out.trimmed().split('\n');
    return QJsonDocument::fromJson(lines.last()).object();
}

CliProcess::CliProcess(const QString& workspace)
    : m_workspace(workspace), m_environment(QProcessEnvironment::systemEnvironment()) {
    setVariable("XDG_DATA_HOME", workspace + "/user"); // nothing of who runs the tests
}

CliProcess::Result CliProcess::run(const QStringList& arguments) {
    start(arguments);
    return finish();
}

bool CliProcess::startAndWaitFor(const QStringList& arguments,
                                 const std::function<bool(const core::RunRecord&)>& condition) {
    QDir().mkpath(m_workspace);
    core::Store store(m_workspace.toStdString());
    const size_t runsBefore = store.runs().size();
    const bool isNewRun = arguments.first() == "run";
    start(arguments);
    return QTest::qWaitFor(
               [&] {
                   if (m_process.state() == QProcess::NotRunning) return true;
                   const std::vector<core::RunRecord> runs = store.runs();
                   return runs.size() > (isNewRun ? runsBefore : 0) && condition(runs.front());
               },
               kTimeoutMs) &&
           m_process.state() == QProcess::Running;
}

void CliProcess::signal(int number) {
    ::kill(static_cast<pid_t>(m_process.processId()), number);
}

CliProcess::Result CliProcess::finish() {
    m_process.waitForFinished(kTimeoutMs);
    Result result;
    if (m_process.exitStatus() == QProcess::NormalExit) result.code = m_process.exitCode();
    result.out = m_process.readAllStandardOutput();
    result.err = m_process.readAllStandardError();
    return result;
}

void CliProcess::setVariable(const QString& name, const QString& value) {
    m_environment.insert(name, value);
}

QString CliProcess::config(const QString& name) {
    return QString(TORCHDESK_SOURCE_DIR) + "/resources/configs/" + name + ".json";
}

void CliProcess::start(const QStringList& arguments) {
    QStringList all = arguments;
    const QString& command = arguments.first();
    if (command != "models" && command != "describe" && !command.startsWith('-'))
        all << "--workspace" << m_workspace;
    m_process.setProcessEnvironment(m_environment);
    m_process.start(QCoreApplication::applicationDirPath() + "/torchdesk-cli", all);
    if (!m_process.waitForStarted()) qFatal("cannot start torchdesk-cli");
}
