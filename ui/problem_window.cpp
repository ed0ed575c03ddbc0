#include "ui/problem_window.h"

#include <QtCore/QDir>
#include <QtGui/QDesktopServices>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

#include "ui/common/theme.h"
#include "ui/start_choice.h"

namespace ui {

ProblemWindow::ProblemWindow(const QString& folder, const QString& reason) : m_folder(folder) {
    setWindowTitle(QStringLiteral("%1 — Torchdesk").arg(QDir(folder).dirName()));
    setMinimumSize(720, 480);
    auto* column = new QVBoxLayout;
    column->setSpacing(kSpacing);
    addText(*column, reason);
    column->addSpacing(16);
    addChoices(*column);
    auto* row = new QHBoxLayout;
    row->addStretch();
    row->addLayout(column);
    row->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(2);
    layout->addLayout(row);
    layout->addStretch(3);
}

void ProblemWindow::addText(QVBoxLayout& column, const QString& reason) {
    auto* title = new QLabel(tr("This workspace cannot be opened"), this);
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * 1.6);
    large.setBold(true);
    title->setFont(large);
    column.addWidget(title);
    auto* text = new QLabel(reason, this);
    text->setObjectName(QStringLiteral("reason"));
    text->setTextFormat(Qt::PlainText);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text->setWordWrap(true);
    column.addWidget(text);
    auto* untouched = new QLabel(tr("Nothing in the folder has been changed."), this);
    untouched->setForegroundRole(QPalette::PlaceholderText);
    column.addWidget(untouched);
}

void ProblemWindow::addChoices(QVBoxLayout& column) {
    const auto add = [&](const char* name, const char* iconName, const QString& title,
                         const QString& text, auto act) {
        auto* choice = new StartChoice(QLatin1String(iconName), title, text, this);
        choice->setObjectName(QLatin1String(name));
        connect(choice, &StartChoice::clicked, this, act);
        column.addWidget(choice);
    };
    add("openWorkspace", "open-folder", tr("Open another workspace…"),
        tr("A folder with runs, or a new one"), [this] { chooseWorkspace(); });
    add("tryAgain", "resume", tr("Try again"), tr("When the cause has been removed"),
        [this] { Q_EMIT workspaceChosen(m_folder); });
    add("showFolder", "search", tr("Show the folder"), QDir::toNativeSeparators(m_folder),
        [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(m_folder)); });
}

void ProblemWindow::chooseWorkspace() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Open workspace"), m_folder);
    if (!folder.isEmpty()) Q_EMIT workspaceChosen(folder);
}

} // namespace ui
