// The window on a workspace, and what the command line asks of it. Another workspace replaces both.
// GUI thread.
#pragma once

#include <memory>

#include <QtCore/QObject>
#include <QtCore/QString>

class Services;

namespace ui {
class MainWindow;
}

struct SessionOptions {
    QString workspace;  // empty: the default one
    QString screenshot; // file to save a picture to; empty: none
    bool startsDemo = false;
    bool quitsWhenIdle = false;
};

class WindowSession : public QObject {
    Q_OBJECT

public:
    explicit WindowSession(SessionOptions options); // throws Error when the workspace does not open
    ~WindowSession() override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void open(const QString& workspace);
    void openInstead(const QString& workspace);
    void begin();
    void finish();

    SessionOptions m_options;
    std::unique_ptr<Services> m_services;
    std::unique_ptr<ui::MainWindow> m_window; // before the services: it uses them
};
