// Tells on the log what a person waits for: first paint, first points, longest turn of the event
// loop. Off unless the logging category is on: QT_LOGGING_RULES=torchdesk.timing=true torchdesk
// --demo --quit-when-idle. GUI thread.
#pragma once

#include <QtCore/QElapsedTimer>
#include <QtCore/QObject>
#include <QtCore/QTimer>

class QWidget;

class Timing : public QObject {
public:
    // A child of `window`. Watches `window` until it has painted, and from then on the event loop.
    explicit Timing(QWidget& window);
    ~Timing() override; // logs the longest turn

    static bool isWanted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    static void log(const char* what); // "WHAT 123 ms after exec"
    void logPainted();

    QTimer m_tick; // runs late by as long as a turn of the event loop takes
    QElapsedTimer m_sinceTick;
    double m_longestTurnMs = 0.0;
    bool m_isPainted = false;
    bool m_hasPoint = false;
};
