#include "ui/plugins_dialog.h"

#include <QtCore/QFileInfo>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QTreeWidget>
#include <QtWidgets/QVBoxLayout>

#include "core/run/catalog.h"
#include "ui/common/icons.h"
#include "ui/common/theme.h"

namespace ui {
namespace {

void addRow(QTreeWidget& list, const QString& name, const QString& path, const QString& reason) {
    const ThemeColors colors = themeColors(list.palette());
    auto* item = new QTreeWidgetItem(&list); // the list owns it
    const bool isUsable = reason.isEmpty();
    item->setText(0, name);
    item->setText(1, isUsable ? PluginsDialog::tr("Ready") : PluginsDialog::tr("Not usable"));
    item->setIcon(1, isUsable ? icon(QStringLiteral("check"), colors.good)
                              : icon(QStringLiteral("close"), colors.bad));
    item->setForeground(1, isUsable ? colors.good : colors.bad);
    item->setText(2, reason);
    item->setToolTip(2, reason);
    item->setText(3, path);
    item->setToolTip(3, path);
}

} // namespace

PluginsDialog::PluginsDialog(const core::Catalog& catalog, const QMap<QString, QString>& failures,
                             QWidget* parent)
    : QDialog(parent) {
    setWindowTitle(tr("Models and plugins"));
    resize(760, 320);
    auto* list = new QTreeWidget(this);
    list->setObjectName(QStringLiteral("pluginList"));
    list->setRootIsDecorated(false);
    list->setHeaderLabels({tr("Model"), tr("State"), tr("Reason"), tr("File")});
    for (const core::ComponentInfo* info : catalog.ofKind(core::ComponentKind::Model)) {
        const QString path = QString::fromStdString(info->pluginPath);
        addRow(*list, QString::fromStdString(info->label), path, failures.value(path));
    }
    for (const core::PluginProblem& problem : catalog.problems()) {
        const QString path = QString::fromStdString(problem.path);
        addRow(*list, QFileInfo(path).fileName(), path, QString::fromStdString(problem.reason));
    }
    list->resizeColumnToContents(0);
    list->resizeColumnToContents(1);
    list->setColumnWidth(2, 260);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(list);
    layout->addWidget(buttons);
}

} // namespace ui
