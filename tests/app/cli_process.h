// Runs the real torchdesk-cli on a workspace of its own. Main thread.
#pragma once

#include <functional>

#include <QtCore/QJsonObject>
#include <QtCore/QProcess>
#include <QtCore/QString>
#include <QtCore/QStringList>

#include "core/store/run_record.h"

class CliProcess {
public:
    struct Result {
        int code = -1; // -1: it crashed or was killed
        QByteArray out;
        QByteArray err;
        QJsonObject json() const; // of the last line
    };

    explicit CliProcess(const QString& workspace);

    // Waits for its end, two minutes at most.
    Result run(const QStringList& arguments);

    // Starts it, waits until the newest run of the workspace fulfils `condition`, and returns; with
    // false when it ended before.
    bool startAndWaitFor(const QStringList& arguments,
                         const std::function<bool(const core::RunRecord&)>& condition);
    void signal(int number);
    Result finish(); // waits for its end

    void setVariable(const QString& name, const QString& value);
    static QString config(const QString& name); // path of one of the shipped configs

private:
    void start(const QStringList& arguments);
    QString m_workspace;
    QProcessEnvironment m_environment;
    QProcess m_process;
};
