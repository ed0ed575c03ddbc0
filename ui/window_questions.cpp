#include "ui/window_questions.h"

#include <QtCore/QCoreApplication>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QPushButton>

#include "ui/common/format.h"

namespace ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("ui::WindowQuestions", text);
}

} // namespace

CloseAnswer askBeforeClosing(QWidget* window) {
    QMessageBox box(QMessageBox::Question, tr("A run is at work"),
                    tr("Training has not ended. What shall become of it?"), QMessageBox::NoButton,
                    window);
    box.setInformativeText(tr("A paused run goes on from its checkpoint when you resume it."));
    QPushButton* pause = box.addButton(tr("Pause and quit"), QMessageBox::AcceptRole);
    QPushButton* stop = box.addButton(tr("Stop and quit"), QMessageBox::DestructiveRole);
    box.addButton(QMessageBox::Cancel);
    box.setDefaultButton(pause);
    box.exec();
    if (box.clickedButton() == pause) return CloseAnswer::Pause;
    return box.clickedButton() == stop ? CloseAnswer::Stop : CloseAnswer::Cancel;
}

bool askBeforeLosingResults(QWidget* window, const QString& trouble) {
    QMessageBox box(QMessageBox::Warning, tr("Results are not saved yet"), trouble,
                    QMessageBox::NoButton, window);
    box.setInformativeText(
        tr("Quitting now loses what waits in memory, and the training since the last checkpoint. "
           "Remove the cause first: then all of it is written, and this message goes."));
    QPushButton* quit = box.addButton(tr("Quit and lose it"), QMessageBox::DestructiveRole);
    box.setDefaultButton(box.addButton(QMessageBox::Cancel));
    box.exec();
    return box.clickedButton() == quit;
}

bool askBeforeEndingAtOnce(QWidget* window, const QString& name,
                           std::optional<int64_t> checkpointStep) {
    QMessageBox box(QMessageBox::Warning, tr("End the run at once"),
                    tr("“%1” is still within a step, and stops when that is done.").arg(name),
                    QMessageBox::NoButton, window);
    const QString lost = checkpointStep
                             ? tr("What was learned after the checkpoint of step %1 is lost.")
                                   .arg(countText(*checkpointStep))
                             : tr("There is no checkpoint yet: all that was learned is lost.");
    box.setInformativeText(tr("To end it at once, Torchdesk has to close. ") + lost);
    QPushButton* end = box.addButton(tr("End at once"), QMessageBox::DestructiveRole);
    QPushButton* wait = box.addButton(tr("Wait"), QMessageBox::RejectRole);
    box.setDefaultButton(wait);
    box.exec();
    return box.clickedButton() == end;
}

} // namespace ui
