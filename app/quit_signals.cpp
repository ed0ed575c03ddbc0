#include "app/quit_signals.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <utility>

#include <fcntl.h>
#include <unistd.h>
#include <QtCore/QSocketNotifier>

namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

constexpr unsigned kPatienceS = 20;

int ends[2] = {-1, -1}; // of the pipe that carries news out of the handler
std::atomic<bool> isAsked{false};

// Calls nothing that a signal handler may not call.
extern "C" void onQuitSignal(int signal) {
    if (isAsked.exchange(true)) _exit(128 + signal);
    const int savedError = errno;
    if (write(ends[1], "", 1) < 0) _exit(128 + signal); // nobody would hear of it
    errno = savedError;
}

void setHandler(void (*handler)(int)) {
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART; // a read or write that is going on must not fail
    sigemptyset(&action.sa_mask);
    for (int signal : kSignals)
        sigaction(signal, &action, nullptr);
}

} // namespace

QuitSignals::QuitSignals(QObject* parent) : QObject(parent) {
    isAsked = false;
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) qFatal("Cannot make a pipe");
    m_notifier = new QSocketNotifier(ends[0], QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, [this] {
        m_notifier->setEnabled(false);
        alarm(kPatienceS); // what SIGALRM does by itself: ends the program
        Q_EMIT asked();
    });
    setHandler(onQuitSignal);
}

QuitSignals::~QuitSignals() {
    setHandler(SIG_DFL);
    alarm(0);
    delete m_notifier; // before its file is closed
    for (int& end : ends)
        close(std::exchange(end, -1));
}
