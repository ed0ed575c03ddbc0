#include "core/run/core_thread.h"

#include <algorithm>

#include "core/store/store.h"

namespace core {

void CoreThread::deliverNews() {
    std::vector<std::function<void()>> news;
    {
        const std::lock_guard lock(m_newsMutex);
        news.swap(m_news);
    }
    for (const auto& deliver : news)
        deliver();
}

CoreThread::CoreThread(Runner& runner, std::string workspace, const Catalog& catalog,
                       const std::string& engineLibrary)
    : m_runner(runner),
      m_workspace(std::move(workspace)),
      m_catalog(catalog),
      m_loader(engineLibrary),
      m_thread([this](const std::stop_token& stop) { run(stop); }) {}

CoreThread::~CoreThread() {
    clearQueue();
    {
        const std::lock_guard lock(m_mutex);
        m_isClosing = true;
        if (m_control) m_control->pause();
        if (m_control) m_control->giveUp(); // a full disk must not keep the program from ending
    }
    m_thread.request_stop();
    m_thread.join();
}

void CoreThread::enqueue(const std::string& runId, bool isNext) {
    {
        const std::lock_guard lock(m_mutex);
        std::erase(m_queue, runId);
        isNext ? m_queue.push_front(runId) : m_queue.push_back(runId);
    }
    m_wake.notify_one();
}

bool CoreThread::unqueue(const std::string& runId) {
    const std::lock_guard lock(m_mutex);
    return std::erase(m_queue, runId) > 0;
}

std::vector<std::string> CoreThread::clearQueue() {
    const std::lock_guard lock(m_mutex);
    std::vector<std::string> waiting(m_queue.begin(), m_queue.end());
    m_queue.clear();
    return waiting;
}

void CoreThread::loadEngine() {
    {
        const std::lock_guard lock(m_mutex);
        m_wantsEngine = true;
    }
    m_wake.notify_one();
}

std::string CoreThread::activeRun() const {
    const std::lock_guard lock(m_mutex);
    return m_activeRun;
}

int CoreThread::queuePosition(const std::string& runId) const {
    const std::lock_guard lock(m_mutex);
    const auto found = std::find(m_queue.begin(), m_queue.end(), runId);
    return found == m_queue.end() ? 0 : static_cast<int>(found - m_queue.begin()) + 1;
}

bool CoreThread::isBusy() const {
    const std::lock_guard lock(m_mutex);
    return !m_activeRun.empty() || !m_queue.empty();
}

void CoreThread::request(const std::string& runId, RunControl::Request request) {
    const std::lock_guard lock(m_mutex);
    if (!m_control || m_activeRun != runId) return;
    if (request == RunControl::Request::Stop)
        m_control->stop();
    else
        m_control->pause();
}

void CoreThread::requestCheckpoint(const std::string& runId) {
    const std::lock_guard lock(m_mutex);
    if (m_control && m_activeRun == runId) m_control->checkpointNow();
}

void CoreThread::run(const std::stop_token& stop) {
    std::string runId;
    while (takeWork(stop, runId)) {
        if (runId.empty())
            prepareEngine();
        else
            runOne(runId);
    }
}

// False: the thread ends. An empty id: the engine is wanted.
bool CoreThread::takeWork(const std::stop_token& stop, std::string& runId) {
    std::unique_lock lock(m_mutex);
    m_wake.wait(lock, stop, [this] { return !m_queue.empty() || m_wantsEngine; });
    if (stop.stop_requested()) return false;
    runId.clear();
    if (m_queue.empty()) {
        m_wantsEngine = false;
        return true;
    }
    runId = m_queue.front();
    m_queue.pop_front();
    m_activeRun = runId;
    m_control = std::make_unique<RunControl>();
    return true;
}

void CoreThread::runOne(const std::string& runId) {
    const QString id = QString::fromStdString(runId);
    try {
        Store store(m_workspace, Store::Mode::Join);
        runSession(store, m_catalog, m_loader, runId, *m_control, listenerFor(id),
                   {RunState::Queued});
    } catch (const std::exception& error) {
        tellTrouble(error.what());
    }
    finishOne();
    tell(&Runner::runChanged, id);
    if (!isBusy()) tell(&Runner::idle);
}

void CoreThread::finishOne() {
    const std::lock_guard lock(m_mutex);
    m_activeRun.clear();
    m_control.reset();
    m_wantsEngine = m_wantsEngine || (m_loader.isLoaded() && !m_hasCheckedPlugins);
}

void CoreThread::prepareEngine() {
    try {
        tellEngine();
        checkPlugins();
    } catch (const std::exception& error) {
        tell(&Runner::engineFailed, QString::fromStdString(error.what()));
    }
}

void CoreThread::tellEngine() {
    if (m_hasTold) return;
    const EngineInfo info = m_loader.engine().info();
    m_hasTold = true;
    tell(&Runner::engineReady, QString::fromStdString(info.torchVersion),
         QString::fromStdString(info.warning));
}

void CoreThread::checkPlugins() {
    if (m_hasCheckedPlugins) return;
    m_hasCheckedPlugins = true;
    for (const ComponentInfo* model : m_catalog.ofKind(ComponentKind::Model)) {
        const std::string reason = m_loader.engine().checkPlugin(model->pluginPath);
        if (!reason.empty())
            tell(&Runner::pluginFailed, QString::fromStdString(model->pluginPath),
                 QString::fromStdString(reason));
    }
}

// With the window gone there is only the terminal left to say that something was lost.
void CoreThread::tellTrouble(const std::string& message) {
    if (!m_isClosing) return tell(&Runner::troubled, QString::fromStdString(message));
    const std::lock_guard lock(m_newsMutex);
    if (std::exchange(m_lastWarning, message) != message) qWarning("%s", message.c_str());
}

LiveFeed::Listener CoreThread::listenerFor(const QString& runId) {
    LiveFeed::Listener listener;
    listener.written = [=, this] { tell(&Runner::resultsWritten, runId); };
    listener.progressed = [=, this](const Progress& progress) {
        tell(&Runner::progressed, runId, progress);
    };
    listener.troubled = [this](const std::string& message) { tellTrouble(message); };
    listener.recovered = [this] { tell(&Runner::troubled, QString()); };
    listener.stateChanged = [=, this] { tell(&Runner::runChanged, runId); };
    listener.trainingStarted = [this] { tellEngine(); };
    return listener;
}

} // namespace core
