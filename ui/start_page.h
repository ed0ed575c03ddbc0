// What the window shows while the workspace is empty: three ways to begin. GUI thread.
#pragma once

#include <QtWidgets/QWidget>

class QVBoxLayout;

namespace ui {

class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    void setRecentWorkspaces(const QStringList& folders);

Q_SIGNALS:
    void demoRequested();
    void newRunRequested();
    void openRequested();
    void workspaceRequested(const QString& folder);

private:
    QWidget* createChoice(const QString& name, const QString& iconName, const QString& title,
                          const QString& text, void (StartPage::*signal)());
    QVBoxLayout* m_recent;
};

} // namespace ui
