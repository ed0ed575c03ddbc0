#include "ui/start_page.h"

#include <QtCore/QDir>
#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

#include "ui/common/theme.h"
#include "ui/start_choice.h"

namespace ui {

StartPage::StartPage(QWidget* parent) : QWidget(parent), m_recent(new QVBoxLayout) {
    auto* column = new QVBoxLayout;
    column->setSpacing(kSpacing);
    auto* title = new QLabel(QStringLiteral("Torchdesk"), this);
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * 2.0);
    large.setBold(true);
    title->setFont(large);
    auto* subtitle =
        new QLabel(tr("Train a network, watch it learn, compare what you tried."), this);
    subtitle->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(title);
    column->addWidget(subtitle);
    column->addSpacing(16);
    column->addWidget(
        createChoice(QStringLiteral("demo"), QStringLiteral("start"), tr("Run the demo"),
                     tr("Learn handwritten digits within a minute"), &StartPage::demoRequested));
    column->addWidget(createChoice(QStringLiteral("firstRun"), QStringLiteral("add"),
                                   tr("New run…"), tr("Choose data, model and settings"),
                                   &StartPage::newRunRequested));
    column->addWidget(createChoice(QStringLiteral("openWorkspace"), QStringLiteral("open-folder"),
                                   tr("Open workspace…"), tr("A folder with runs made before"),
                                   &StartPage::openRequested));
    column->addSpacing(16);
    m_recent->setSpacing(2);
    column->addLayout(m_recent);
    auto* row = new QHBoxLayout;
    row->addStretch();
    row->addLayout(column);
    row->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(2);
    layout->addLayout(row);
    layout->addStretch(3);
}

QWidget* StartPage::createChoice(const QString& name, const QString& iconName, const QString& title,
                                 const QString& text, void (StartPage::*signal)()) {
    auto* choice = new StartChoice(iconName, title, text, this);
    choice->setObjectName(name);
    connect(choice, &StartChoice::clicked, this, signal);
    return choice;
}

void StartPage::setRecentWorkspaces(const QStringList& folders) {
    while (QLayoutItem* item = m_recent->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    if (folders.isEmpty()) return;
    auto* heading = new QLabel(tr("Recent workspaces"), this);
    heading->setForegroundRole(QPalette::PlaceholderText);
    m_recent->addWidget(heading);
    for (const QString& folder : folders) {
        auto* link = new QLabel(
            QStringLiteral("<a href='%1' style='text-decoration:none'>%2</a>")
                .arg(folder.toHtmlEscaped(), QDir::toNativeSeparators(folder).toHtmlEscaped()),
            this);
        connect(link, &QLabel::linkActivated, this, &StartPage::workspaceRequested);
        m_recent->addWidget(link);
    }
}

} // namespace ui
