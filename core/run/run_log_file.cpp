#include "core/run/run_log_file.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>

namespace core {

RunLogFile::RunLogFile(const std::string& workspace, const std::string& runId)
    : m_file(QString::fromStdString(workspace + "/artifacts/" + runId + "/log.txt")) {}

void RunLogFile::append(const std::string& line) {
    if (m_hasFailed) return;
    if (!m_file.isOpen()) {
        QDir().mkpath(QFileInfo(m_file).absolutePath());
        m_hasFailed = !m_file.open(QIODevice::WriteOnly | QIODevice::Append);
    }
    const QByteArray bytes = QByteArray::fromStdString(line) + '\n';
    if (!m_hasFailed) m_hasFailed = m_file.write(bytes) != bytes.size();
    if (m_hasFailed)
        m_problem = "Cannot write " + m_file.fileName().toStdString() + ": " +
                    m_file.errorString().toStdString() +
                    ". The console keeps its last 10 000 lines only.";
}

void RunLogFile::flush() {
    if (m_file.isOpen()) m_file.flush();
}

std::string RunLogFile::takeProblem() {
    return std::exchange(m_problem, {});
}

} // namespace core
