// The end of the session, or a plain kill, as a Qt signal: a program with a window that is asked to
// end can then save what it has. It has 20 seconds for that; after them, or on
// a second such signal, it ends at once. Process-wide, since signals are; one object at a time, GUI
// thread.
#pragma once

#include <QtCore/QObject>

class QSocketNotifier;

class QuitSignals : public QObject {
    Q_OBJECT

public:
    explicit QuitSignals(QObject* parent = nullptr); // SIGINT, SIGTERM and SIGHUP
    ~QuitSignals() override;                         // as before

Q_SIGNALS:
    void asked();

private:
    QSocketNotifier* m_notifier;
};
