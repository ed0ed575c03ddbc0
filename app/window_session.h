// The window on a workspace, and what the command line asks of it. Another workspace replaces both.
// GUI thread.
#pragma once

#include <memory>

#include <QtCore/QObject>
#include <QtCore/QString>

class Services;

namespace ui {
class MainWindow;
class ProblemWindow;
} // namespace ui

struct SessionOptions {
    QString workspace;  // empty: the default one
    QString screenshot; // file to save a picture to; empty: none
    bool startsDemo = false;
    bool quitsWhenIdle = false;
};

class WindowSession : public QObject {
    Q_OBJECT

public:
    // A workspace that does not open is told in a window, too.
    explicit WindowSession(SessionOptions options);
    ~WindowSession() override;

public Q_SLOTS:
    void quit(); // pauses what runs, with a checkpoint, and ends the program; asks nothing

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void open(const QString& workspace);
    void openInstead(const QString& workspace);
    void showProblem(const QString& workspace, const QString& reason);
    QWidget* window() const;
    void begin();
    void finish();

    SessionOptions m_options;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<ui::MainWindow> m_window;     // before the services: it uses them
    std::unique_ptr<ui::ProblemWindow> m_problem; // instead of the other
};
