// What the window tells in its message bar: troubles with the database, the engine and plugins,
// runs that failed or ended unexpectedly. GUI thread.
#pragma once

#include <QtCore/QMap>
#include <QtCore/QObject>
#include <QtCore/QString>

#include "core/store/run_record.h"

namespace core {
class Catalog;
class Runner;
class Store;
} // namespace core

namespace ui {

class Banner;

class WindowMessages : public QObject {
    Q_OBJECT

public:
    WindowMessages(Banner* banner, core::Runner& runner, core::Store& store,
                   const core::Catalog& catalog);

    void showFailure(const core::RunRecord& run);
    void showHint(); // after the demo's start
    void showPlugins();
    void showAbout();
    // What the store and the catalog found wrong, and the newest run that ended unexpectedly, until
    // someone has decided what becomes of it.
    void showAtStart();
    void showCopy(const QString& folder, const QString& text); // of a damaged workspace, made
    // Why results cannot be written at the moment; empty: they can.
    const QString& trouble() const { return m_trouble; }

Q_SIGNALS:
    void showRequested(const QString& runId);
    void resumeRequested(const QString& runId);
    void copyRequested(); // of what can be read of the damaged workspace
    void workspaceChosen(const QString& folder);

private:
    void connectRunner(core::Runner& runner);
    void showDamage();
    void offerInterrupted();

    Banner& m_banner;
    core::Store& m_store;
    const core::Catalog& m_catalog;
    QMap<QString, QString> m_pluginFailures; // path to reason
    QString m_torchVersion;                  // empty: not loaded yet
    QString m_trouble;
};

} // namespace ui
