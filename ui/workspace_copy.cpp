#include "ui/workspace_copy.h"

#include <QtCore/QDir>
#include <QtWidgets/QFileDialog>

#include "core/error.h"
#include "core/store/salvage.h"
#include "ui/common/format.h"

namespace ui {
namespace {

QString summaryOf(const core::Salvage& salvage, const QString& target) {
    const QString text = WorkspaceCopy::tr("Copied to %3. Rows: %1, files: %2.")
                             .arg(countText(salvage.rowCount), countText(salvage.fileCount),
                                  QDir::toNativeSeparators(target));
    if (salvage.lostFileCount == 0) return text;
    return text + WorkspaceCopy::tr(" Files that could not be read: %1.")
                      .arg(countText(salvage.lostFileCount));
}

} // namespace

WorkspaceCopy::WorkspaceCopy(const QString& folder, QWidget* window)
    : QObject(window), m_folder(folder), m_window(window) {}

WorkspaceCopy::~WorkspaceCopy() = default;

void WorkspaceCopy::ask() {
    const QString target = QFileDialog::getExistingDirectory(
        m_window, tr("Choose an empty folder for the copy"), QFileInfo(m_folder).absolutePath());
    if (!target.isEmpty()) copyTo(target);
}

void WorkspaceCopy::copyTo(const QString& target) {
    if (m_thread.joinable()) m_thread.join();
    m_thread = std::jthread([this, target, folder = m_folder] {
        QString text;
        bool isDone = true;
        try {
            text = summaryOf(core::salvageWorkspace(folder.toStdString(), target.toStdString()),
                             target);
        } catch (const core::Error& error) {
            text = QString::fromStdString(error.what());
            isDone = false;
        }
        QMetaObject::invokeMethod(this, [=, this] { tell(target, text, isDone); });
    });
}

void WorkspaceCopy::tell(const QString& target, const QString& text, bool isDone) {
    if (isDone)
        Q_EMIT copied(target, text);
    else
        Q_EMIT failed(text);
}

} // namespace ui
