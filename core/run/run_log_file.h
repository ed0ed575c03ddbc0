// The whole console of a run as a text file, artifacts/<run id>/log.txt: the database keeps the
// last lines only. One thread.
#pragma once

#include <string>

#include <QtCore/QFile>

namespace core {

class RunLogFile {
public:
    RunLogFile(const std::string& workspace, const std::string& runId);

    void append(const std::string& line);
    void flush();
    // Why lines could not be written, once; empty: nothing happened since the last call.
    std::string takeProblem();

private:
    QFile m_file;
    bool m_hasFailed = false;
    std::string m_problem;
};

} // namespace core
