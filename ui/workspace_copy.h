// Copies what can be read of a damaged workspace into a new one, on a thread of its own. GUI
// thread.
#pragma once

#include <QtCore/QObject>
#include <QtCore/QString>

#include <thread>

class QWidget;

namespace ui {

class WorkspaceCopy : public QObject {
    Q_OBJECT

public:
    WorkspaceCopy(const QString& folder, QWidget* window);
    ~WorkspaceCopy() override; // waits for the end of a copy

    void ask(); // for the new folder, then copies
    void copyTo(const QString& target);

Q_SIGNALS:
    void copied(const QString& target, const QString& text);
    void failed(const QString& message);

private:
    void tell(const QString& target, const QString& text, bool isDone);

    QString m_folder;
    QWidget* m_window;
    std::jthread m_thread;
};

} // namespace ui
