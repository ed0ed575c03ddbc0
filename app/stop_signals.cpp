#include "app/stop_signals.h"

#include <atomic>
#include <cerrno>
#include <csignal>

#include <unistd.h>

#include "core/run/run_control.h"

namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};
constexpr char kMessage[] =
    "\nStopping at the next safe point, with a checkpoint. Ctrl-C again ends at once.\n";

std::atomic<core::RunControl*> stoppable{nullptr};
std::atomic<bool> isStopping{false};

// Calls nothing that a signal handler may not call.
extern "C" void onSignal(int signal) {
    if (isStopping.exchange(true)) _exit(128 + signal);
    if (core::RunControl* control = stoppable.load()) control->stop();
    const int savedError = errno;
    if (write(STDERR_FILENO, kMessage, sizeof kMessage - 1) < 0) { /* nobody is there to read it */
    }
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

StopSignals::StopSignals(core::RunControl& control) {
    isStopping = false;
    stoppable = &control;
    setHandler(onSignal);
}

StopSignals::~StopSignals() {
    setHandler(SIG_DFL);
    stoppable = nullptr;
}
