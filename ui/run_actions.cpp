#include "ui/run_actions.h"

#include <QtCore/QDir>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtWidgets/QInputDialog>

#include <unordered_set>

#include "core/run/catalog.h"
#include "core/run/runner.h"
#include "core/store/store.h"
#include "ui/common/banner.h"
#include "ui/common/icons.h"
#include "ui/common/painter_threads.h"
#include "ui/common/run_selection.h"
#include "ui/common/show_error.h"

namespace ui {
namespace {

using core::RunAction;
using core::RunState;

constexpr int kStopPatienceMs = 5000;
constexpr auto kDemoConfig = "configs/digits-mlp.json";

// "digits 12" -> "digits"
QString withoutNumber(const QString& name) {
    const qsizetype space = name.lastIndexOf(QLatin1Char(' '));
    bool isNumber = false;
    if (space > 0) static_cast<void>(QStringView(name).mid(space + 1).toInt(&isNumber));
    return isNumber ? name.left(space) : name;
}

} // namespace

core::RunConfig storedConfig(core::Store& store, const core::Catalog& catalog,
                             const QString& runId) {
    const auto record = store.run(runId.toStdString());
    if (!record) throw core::Error("The run is no longer in this workspace.");
    std::vector<core::Problem> problems; // shown by the form, which validates again
    const QByteArray json = QByteArray::fromStdString(record->configJson);
    core::RunConfig config = core::configFromJson(QJsonDocument::fromJson(json).object(), catalog,
                                                  store.folder(), problems);
    config.name = record->name;
    return config;
}

RunActions::RunActions(core::Store& store, core::Runner& runner, const core::Catalog& catalog,
                       RunSelection& selection, QString resourcesDir, QWidget* window)
    : QObject(window),
      m_store(store),
      m_runner(runner),
      m_catalog(catalog),
      m_selection(selection),
      m_resourcesDir(std::move(resourcesDir)),
      m_window(window) {
    m_new = add(QStringLiteral("newRun"), tr("New run"), QStringLiteral("add"),
                tr("Make a draft and choose its settings"), QKeySequence::New,
                &RunActions::createDefaultRun);
    m_start = add(QStringLiteral("start"), tr("Start"), QStringLiteral("start"),
                  tr("Train this draft"), QKeySequence(Qt::Key_F5), &RunActions::startCurrent);
    m_pause = add(QStringLiteral("pause"), tr("Pause"), QStringLiteral("pause"),
                  tr("Finish the step, save a checkpoint and free the memory"),
                  QKeySequence(Qt::Key_F6), &RunActions::pauseCurrent);
    m_stop = add(QStringLiteral("stop"), tr("Stop"), QStringLiteral("stop"),
                 tr("Finish the step, save a checkpoint and end the run"),
                 QKeySequence(Qt::SHIFT | Qt::Key_F5), &RunActions::stopCurrent);
    m_resume = add(QStringLiteral("resume"), tr("Resume"), QStringLiteral("resume"),
                   tr("Go on from the last checkpoint"), QKeySequence(Qt::Key_F5),
                   &RunActions::resumeCurrent);
    // No state allows both start and resume, or both pause and resume: one key serves each pair.
    m_resume->setShortcuts({QKeySequence(Qt::Key_F5), QKeySequence(Qt::Key_F6)});
    m_clone = add(QStringLiteral("clone"), tr("Clone"), QStringLiteral("clone"),
                  tr("Make a draft with the same settings"), QKeySequence(Qt::CTRL | Qt::Key_D),
                  &RunActions::cloneCurrent);
    m_checkpoint = add(QStringLiteral("checkpointNow"), tr("Save checkpoint now"),
                       QStringLiteral("save"), tr("Save the state of the running run"),
                       QKeySequence::Save, &RunActions::checkpointCurrent);
    m_patience.setObjectName(QStringLiteral("stopPatience"));
    m_patience.setSingleShot(true);
    m_patience.setInterval(kStopPatienceMs);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        m_isOverdue = true;
        update();
    });
    connect(&selection, &RunSelection::currentChanged, this, &RunActions::update);
    update();
}

QAction* RunActions::add(const QString& name, const QString& text, const QString& iconName,
                         const QString& help, const QKeySequence& keys,
                         void (RunActions::*slot)()) {
    auto* action = new QAction(icon(iconName), text, m_window);
    action->setObjectName(name);
    action->setShortcut(keys);
    const QString keyText =
        keys.isEmpty() ? QString()
                       : QStringLiteral(" (%1)").arg(keys.toString(QKeySequence::NativeText));
    action->setToolTip(help + keyText);
    action->setStatusTip(help);
    connect(action, &QAction::triggered, this, slot);
    return action;
}

QList<QAction*> RunActions::lifecycle() const {
    return {m_start, m_pause, m_stop, m_resume, m_clone};
}

bool RunActions::allows(RunAction action) const {
    return m_hasCurrent && core::allows(m_state, action, m_hasCheckpoint);
}

void RunActions::update() {
    const std::string id = m_selection.current().toStdString();
    tryTo(m_window, [&] {
        const auto record = id.empty() ? std::nullopt : m_store.run(id);
        m_hasCurrent = record && record->trashedMs == 0;
        m_state = record ? record->state : RunState::Draft;
        m_hasCheckpoint = record && !m_store.checkpoints(id).empty();
    });
    m_start->setEnabled(allows(RunAction::Start));
    m_pause->setEnabled(allows(RunAction::Pause));
    updateStop();
    m_resume->setEnabled(allows(RunAction::Resume));
    m_resume->setText(m_state == RunState::Finished ? tr("Train more…") : tr("Resume"));
    m_resume->setIconText(m_state == RunState::Finished ? tr("Train more…") : tr("Resume"));
    m_clone->setEnabled(allows(RunAction::Clone));
    m_checkpoint->setEnabled(allows(RunAction::CheckpointNow));
}

// A step that takes minutes: after a while Stop offers not to wait for its end.
void RunActions::updateStop() {
    const bool isStopping = m_hasCurrent && m_state == RunState::Stopping &&
                            m_runner.activeRun() == m_selection.current();
    const QString stopping = isStopping ? m_selection.current() : QString();
    if (stopping != m_stopping) {
        m_stopping = stopping;
        m_isOverdue = false;
        stopping.isEmpty() ? m_patience.stop() : m_patience.start();
    }
    m_stop->setEnabled(allows(RunAction::Stop) && (!isStopping || m_isOverdue));
    m_stop->setText(m_isOverdue ? tr("End at once…") : tr("Stop"));
    m_stop->setIconText(m_stop->text());
}

std::string RunActions::freeName(const std::string& wanted) const {
    std::unordered_set<std::string> taken;
    for (const core::RunRecord& run : m_store.runs())
        taken.insert(run.name);
    if (!taken.count(wanted)) return wanted;
    const std::string stem = withoutNumber(QString::fromStdString(wanted)).toStdString();
    for (int i = 2;; ++i) {
        const std::string name = stem + " " + std::to_string(i);
        if (!taken.count(name)) return name;
    }
}

QString RunActions::createRun(const core::RunConfig& config, const QString& parentId) {
    QString id;
    tryTo(m_window, [&] {
        core::RunConfig own = config;
        own.name = freeName(config.name.empty() ? "run" : config.name);
        id = m_runner.createRun(own, parentId);
        if (id.isEmpty()) return; // the Runner has said why
        Q_EMIT draftCreated(id);
        m_selection.setCurrent(id);
    });
    return id;
}

QString RunActions::createFromFile(const QString& path) {
    QString id;
    tryTo(m_window, [&] {
        std::vector<core::Problem> problems;
        const core::RunConfig config = core::readConfig(path.toStdString(), m_catalog, problems);
        id = createRun(config);
        for (const core::Problem& problem : problems)
            showError(m_window,
                      QStringLiteral("%1: %2 %3")
                          .arg(QFileInfo(path).fileName(), QString::fromStdString(problem.field),
                               QString::fromStdString(problem.message)));
    });
    return id;
}

void RunActions::createDefaultRun() {
    createFromFile(QDir(m_resourcesDir).filePath(QLatin1String(kDemoConfig)));
}

QString RunActions::cloneRun(const QString& runId) {
    QString id;
    tryTo(m_window, [&] { id = createRun(storedConfig(m_store, m_catalog, runId), runId); });
    return id;
}

void RunActions::runDemo() {
    const QString id = createFromFile(QDir(m_resourcesDir).filePath(QLatin1String(kDemoConfig)));
    if (!id.isEmpty()) startRun(id);
}

void RunActions::startRun(const QString& runId) {
    tryTo(m_window, [&] {
        startPainterThreads();
        m_runner.start(runId);
        m_selection.setVisible(runId, true);
        update();
        Q_EMIT started(runId);
    });
}

void RunActions::resumeRun(const QString& runId) {
    tryTo(m_window, [&] {
        const auto record = m_store.run(runId.toStdString());
        if (!record) return;
        int extra = 0;
        if (record->state == RunState::Finished) {
            bool ok = false;
            extra = QInputDialog::getInt(m_window, tr("Train more"), tr("Further epochs:"),
                                         static_cast<int>(std::max<int64_t>(1, record->epochCount)),
                                         1, 1'000'000, 1, &ok);
            if (!ok) return;
        }
        startPainterThreads();
        m_runner.resume(runId, extra);
        m_selection.setVisible(runId, true);
        update();
        Q_EMIT started(runId);
    });
}

void RunActions::startCurrent() {
    if (m_state == RunState::Draft)
        Q_EMIT startRequested(m_selection.current());
    else
        startRun(m_selection.current());
}

void RunActions::pauseCurrent() {
    tryTo(m_window, [this] { m_runner.pause(m_selection.current()); });
    update();
}

void RunActions::stopCurrent() {
    if (m_isOverdue) return Q_EMIT endRequested(m_selection.current());
    tryTo(m_window, [this] { m_runner.stop(m_selection.current()); });
    update();
}

void RunActions::resumeCurrent() {
    if (allows(RunAction::Resume)) resumeRun(m_selection.current());
}

void RunActions::cloneCurrent() {
    cloneRun(m_selection.current());
}

void RunActions::checkpointCurrent() {
    tryTo(m_window, [this] { m_runner.checkpointNow(m_selection.current()); });
}

} // namespace ui
