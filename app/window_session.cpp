#include "app/window_session.h"

#include <QtCore/QDir>
#include <QtCore/QEvent>
#include <QtCore/QTimer>
#include <QtWidgets/QApplication>

#include <cstdlib>

#include "app/services.h"
#include "app/timing.h"
#include "core/error.h"
#include "core/run/catalog.h"
#include "core/run/runner.h"
#include "core/store/store.h"
#include "ui/common/show_error.h"
#include "ui/main_window.h"
#include "ui/problem_window.h"

namespace {

constexpr int kSettleMs = 600; // the last points are read and drawn

} // namespace

WindowSession::WindowSession(SessionOptions options) : m_options(std::move(options)) {
    const QString workspace =
        m_options.workspace.isEmpty() ? Services::defaultWorkspace() : m_options.workspace;
    try {
        open(workspace);
    } catch (const core::Error& error) {
        showProblem(workspace, QString::fromStdString(error.what()));
    }
    window()->installEventFilter(this);
}

QWidget* WindowSession::window() const {
    return m_problem ? static_cast<QWidget*>(m_problem.get()) : m_window.get();
}

void WindowSession::showProblem(const QString& workspace, const QString& reason) {
    qCritical("%s", qPrintable(reason)); // for whoever started the program in a terminal
    m_problem = std::make_unique<ui::ProblemWindow>(QDir(workspace).absolutePath(), reason);
    // Queued: the window that asks is gone afterwards.
    connect(m_problem.get(), &ui::ProblemWindow::workspaceChosen, this, &WindowSession::openInstead,
            Qt::QueuedConnection);
    m_problem->show();
}

// What the command line asks for begins when the window is on the screen: LibTorch takes its time.
bool WindowSession::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Paint) {
        watched->removeEventFilter(this);
        QTimer::singleShot(0, this, &WindowSession::begin);
    }
    return QObject::eventFilter(watched, event);
}

WindowSession::~WindowSession() {
    m_window.reset();
}

void WindowSession::open(const QString& workspace) {
    auto services = std::make_unique<Services>(workspace);
    auto window = std::make_unique<ui::MainWindow>(services->store(), services->runner(),
                                                   services->catalog(), Services::resourcesDir());
    // Queued: the window that asks is gone afterwards.
    connect(window.get(), &ui::MainWindow::workspaceChosen, this, &WindowSession::openInstead,
            Qt::QueuedConnection);
    // The thread that still trains cannot be waited for: nothing is cleaned up.
    connect(window.get(), &ui::MainWindow::endedAtOnce, this, [] { std::_Exit(0); });
    connect(&services->runner(), &core::Runner::idle, this, &WindowSession::finish);
    if (Timing::isWanted()) new Timing(*window);
    window->show();
    m_window = std::move(window);
    m_services = std::move(services);
}

void WindowSession::openInstead(const QString& workspace) {
    QApplication::setQuitOnLastWindowClosed(false); // between two windows there is none
    if (window()->close()) {
        const std::unique_ptr<ui::ProblemWindow> oldProblem = std::move(m_problem);
        std::unique_ptr<ui::MainWindow> oldWindow = std::move(m_window);
        std::unique_ptr<Services> oldServices = std::move(m_services);
        try {
            open(workspace);
        } catch (const core::Error& error) {
            m_window = std::move(oldWindow);
            m_services = std::move(oldServices);
            const QString reason = QString::fromStdString(error.what());
            if (m_window) {
                m_window->show();
                ui::showError(m_window.get(), reason);
            } else {
                showProblem(workspace, reason);
            }
        }
        oldWindow.reset(); // before the services it uses
    }
    QApplication::setQuitOnLastWindowClosed(true);
}

void WindowSession::quit() {
    m_window->pauseAndClose();
    QCoreApplication::exit(0); // out of any dialog as well
}

void WindowSession::begin() {
    if (m_options.startsDemo && m_window) m_window->runDemo();
    if (!m_services || !m_services->runner().isBusy()) finish();
}

void WindowSession::finish() {
    if (m_options.screenshot.isEmpty() && !m_options.quitsWhenIdle) return;
    QTimer::singleShot(kSettleMs, this, [this] {
        const bool isSaved =
            m_options.screenshot.isEmpty() || window()->grab().save(m_options.screenshot);
        if (!isSaved) qCritical("Cannot write %s", qPrintable(m_options.screenshot));
        if (m_options.quitsWhenIdle) QCoreApplication::exit(isSaved && m_window ? 0 : 1);
    });
}
