// In place of the main window when a workspace cannot be opened: says why, where, and what can be
// done. GUI thread.
#pragma once

#include <QtWidgets/QWidget>

class QVBoxLayout;

namespace ui {

class ProblemWindow : public QWidget {
    Q_OBJECT

public:
    ProblemWindow(const QString& folder, const QString& reason);

Q_SIGNALS:
    void workspaceChosen(const QString& folder); // the same one: try again

private:
    void addText(QVBoxLayout& column, const QString& reason);
    void addChoices(QVBoxLayout& column);
    void chooseWorkspace();

    QString m_folder;
};

} // namespace ui
