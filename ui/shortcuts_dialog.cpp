#include "ui/shortcuts_dialog.h"

#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QVBoxLayout>

namespace ui {
namespace {

QString plain(QString text) {
    return text.remove(QLatin1Char('&')).toHtmlEscaped();
}

QString rowsOf(const QMenu& menu) {
    QString rows;
    for (const QAction* action : menu.actions()) {
        if (action->menu()) rows += rowsOf(*action->menu());
        if (action->shortcut().isEmpty()) continue;
        rows += QStringLiteral("<tr><td>%1&nbsp;&nbsp;&nbsp;&nbsp;</td><td><b>%2</b></td></tr>")
                    .arg(plain(action->text()),
                         action->shortcut().toString(QKeySequence::NativeText).toHtmlEscaped());
    }
    return rows;
}

} // namespace

ShortcutsDialog::ShortcutsDialog(const QMenuBar& menus, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Keyboard shortcuts"));
    QString text;
    for (const QAction* action : menus.actions()) {
        const QString rows = action->menu() ? rowsOf(*action->menu()) : QString();
        if (!rows.isEmpty())
            text += QStringLiteral("<h4>%1</h4><table>%2</table>").arg(plain(action->text()), rows);
    }
    auto* label = new QLabel(text, this);
    label->setObjectName(QStringLiteral("shortcuts"));
    label->setContentsMargins(12, 4, 12, 12);
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(label);
    scroll->setWidgetResizable(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(scroll);
    layout->addWidget(buttons);
    resize(420, 520);
}

} // namespace ui
