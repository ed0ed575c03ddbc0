#include "ui/window_messages.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QFileInfo>
#include <QtCore/QSettings>
#include <QtWidgets/QMessageBox>

#include <utility>

#include "core/run/catalog.h"
#include "core/run/runner.h"
#include "core/store/store.h"
#include "ui/common/banner.h"
#include "ui/common/format.h"
#include "ui/common/show_error.h"
#include "ui/plugins_dialog.h"

namespace ui {
namespace {

constexpr auto kTroubleKey = "trouble";
constexpr auto kDamageKey = "damage";
constexpr auto kEngineKey = "engine";

QString quoted(const core::RunRecord& run) {
    return QStringLiteral("“%1”").arg(QString::fromStdString(run.name));
}

} // namespace

WindowMessages::WindowMessages(Banner* banner, core::Runner& runner, core::Store& store,
                               const core::Catalog& catalog)
    : QObject(banner), m_banner(*banner), m_store(store), m_catalog(catalog) {
    connectRunner(runner);
}

void WindowMessages::connectRunner(core::Runner& runner) {
    connect(&runner, &core::Runner::troubled, this, [this](const QString& message) {
        // It comes every second while it lasts.
        if (std::exchange(m_trouble, message) == message) return;
        const QString key = QLatin1String(kTroubleKey);
        if (message.isEmpty())
            m_banner.dismiss(key);
        else
            m_banner.show(Banner::Level::Error, message, key);
    });
    // A trouble may also be that of a single action, which nobody tells to be over.
    connect(&runner, &core::Runner::resultsWritten, this, [this] { m_trouble.clear(); });
    connect(&runner, &core::Runner::damaged, this, &WindowMessages::showDamage);
    connect(&runner, &core::Runner::engineReady, this,
            [this](const QString& version, const QString& warning) {
                m_torchVersion = version;
                if (!warning.isEmpty())
                    m_banner.show(Banner::Level::Warning, warning, QLatin1String(kEngineKey));
            });
    connect(&runner, &core::Runner::engineFailed, this, [this](const QString& reason) {
        m_banner.show(Banner::Level::Error, reason, QLatin1String(kEngineKey));
    });
    connect(&runner, &core::Runner::pluginFailed, this,
            [this](const QString& path, const QString& reason) {
                m_pluginFailures.insert(path, reason);
                m_banner.show(Banner::Level::Warning,
                              tr("The model plugin %1 cannot be used: %2")
                                  .arg(QFileInfo(path).fileName(), reason),
                              path, {{tr("Show plugins"), [this] { showPlugins(); }}});
            });
}

void WindowMessages::showFailure(const core::RunRecord& run) {
    const QString id = QString::fromStdString(run.id);
    m_banner.show(Banner::Level::Error,
                  tr("%1 failed: %2").arg(quoted(run), QString::fromStdString(run.stateReason)),
                  QStringLiteral("failed:") + id,
                  {{tr("Show"), [this, id] { Q_EMIT showRequested(id); }}});
}

void WindowMessages::showHint() {
    m_banner.show(Banner::Level::Note,
                  tr("Next: Clone it with another learning rate, then compare the two."),
                  QStringLiteral("hint"));
}

void WindowMessages::showPlugins() {
    PluginsDialog(m_catalog, m_pluginFailures, m_banner.window()).exec();
}

void WindowMessages::showDamage() {
    m_banner.show(Banner::Level::Error, QString::fromStdString(m_store.warning()),
                  QLatin1String(kDamageKey),
                  {{tr("Copy what can be read…"), [this] { Q_EMIT copyRequested(); }}});
}

void WindowMessages::showCopy(const QString& folder, const QString& text) {
    m_banner.show(Banner::Level::Note, text, QStringLiteral("copy"),
                  {{tr("Open it"), [this, folder] { Q_EMIT workspaceChosen(folder); }}});
}

void WindowMessages::showAbout() {
    const QString torch =
        m_torchVersion.isEmpty() ? tr("loaded with the first run") : m_torchVersion;
    QMessageBox::about(
        m_banner.window(), tr("About Torchdesk"),
        tr("<b>Torchdesk %1</b><p>Configure, run, watch and compare the training of "
           "neural networks.</p><p>Qt %2 · LibTorch %3</p><p>GPL-3.0-or-later. Icons: "
           "Breeze (LGPL-3.0-or-later). Plots: QCustomPlot.</p>")
            .arg(QCoreApplication::applicationVersion(), QLatin1String(qVersion()), torch));
}

void WindowMessages::showAtStart() {
    if (m_store.isDamaged())
        showDamage();
    else if (!m_store.warning().empty())
        m_banner.show(Banner::Level::Warning, QString::fromStdString(m_store.warning()));
    const size_t broken = m_catalog.problems().size();
    if (broken > 0)
        m_banner.show(Banner::Level::Note,
                      broken == 1 ? tr("1 model plugin cannot be used.")
                                  : tr("%1 model plugins cannot be used.").arg(broken),
                      QStringLiteral("plugins"), {{tr("Show plugins"), [this] { showPlugins(); }}});
    tryTo(&m_banner, [this] { offerInterrupted(); });
}

void WindowMessages::offerInterrupted() {
    const QStringList kept = QSettings().value("keptInterrupted").toStringList();
    for (const core::RunRecord& run : m_store.runs()) {
        const QString id = QString::fromStdString(run.id);
        if (run.state != core::RunState::Interrupted || run.trashedMs > 0 || kept.contains(id))
            continue;
        const auto checkpoints = m_store.checkpoints(run.id);
        const QString end =
            checkpoints.empty()
                ? tr("it has no checkpoint")
                : tr("its checkpoint is at step %1").arg(countText(checkpoints.back().step));
        m_banner.show(
            Banner::Level::Warning,
            tr("%1 ended unexpectedly at step %2; %3.").arg(quoted(run), countText(run.step), end),
            QStringLiteral("interrupted"),
            {{tr("Resume"), [this, id] { Q_EMIT resumeRequested(id); }},
             {tr("Keep"),
              [kept, id] { QSettings().setValue("keptInterrupted", QStringList(kept) << id); }}});
        return;
    }
}

} // namespace ui
