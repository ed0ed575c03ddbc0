// An engine without LibTorch, so that what drives an engine is tested in milliseconds. The "toy"
// model's parameters say what it does: `points` steps, one value of loss/train each, and `behave`:
//   ""          runs to the end
//   "wait"      goes on after `points` steps, without logging more, until it is asked to end
//   "hold"      stays in the middle of its last step, deaf to requests, until there is a file
//               "release" in the workspace
//   "throw"     throws core::Error after `points` steps;  "throw int": something that is no error
//   "silent"    does not say where its session begins
//   "kill"      ends the whole process at the last step as a crash would
#include <csignal>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include <QtCore/QCryptographicHash>
#include <QtCore/QObject>

#include "core/error.h"
#include "core/run/engine_interface.h"
#include "core/store/clock.h"

namespace {

using namespace core;

class FakeJob {
public:
    FakeJob(const Job& job, SummarySink& sink, RunControl& control)
        : m_job(job), m_sink(sink), m_control(control) {}

    JobResult run() {
        m_sink.progress(progress("Building model"));
        restore();
        if (m_behave != "silent") m_sink.segmentStarted(m_step);
        m_sink.progress(progress("Training"));
        m_series = m_sink.series({"loss/train", "", Direction::Minimize});
        m_sink.logLine("Fake training");
        const JobResult result = train();
        saveCheckpoint();
        return result;
    }

private:
    JobResult train() {
        const int64_t last = lastStep();
        while (m_behave == "wait" || m_step < last) {
            if (m_step < last) logStep();
            if (m_control.takeCheckpointRequest()) saveCheckpoint();
            if (m_control.request() == RunControl::Request::Stop)
                return result(Outcome::Stopped, "user");
            if (m_control.request() == RunControl::Request::Pause)
                return result(Outcome::Paused, "user");
            if (m_step < last) continue;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            m_sink.progress(progress("Training"));
        }
        if (m_behave == "throw") throw Error("The toy broke at step " + std::to_string(m_step));
        if (m_behave == "throw int") throw 42;
        if (m_behave == "kill") raise(SIGKILL);
        return result(Outcome::Finished, "max epochs");
    }

    int64_t lastStep() const {
        return m_job.config.model.params.integer("points") * m_job.config.run.integer("epochs");
    }

    void hold() const {
        while (!std::filesystem::exists(m_job.workspace + "/release"))
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }

    void logStep() {
        ++m_step;
        if (m_behave == "hold" && m_step == lastStep()) hold();
        m_sink.scalar({m_series, m_step, nowMs(), 0.001 * static_cast<double>(m_step),
                       1.0 / static_cast<double>(m_step)});
        m_sink.progress(progress("Training"));
    }

    void saveCheckpoint() {
        const std::string path = m_job.artifacts + "/step-" + std::to_string(m_step) + ".ckpt";
        const std::string content = std::to_string(m_step);
        while (!write(m_job.workspace + "/" + path, content))
            if (!m_sink.waitToRetry("Cannot write " + path)) throw Error("Cannot write " + path);
        m_sink.flush();
        CheckpointRecord record;
        record.step = m_step;
        record.path = path;
        record.bytes = static_cast<int64_t>(content.size());
        record.sha256 =
            QCryptographicHash::hash(QByteArray::fromStdString(content), QCryptographicHash::Sha256)
                .toHex()
                .toStdString();
        record.metricValue = 1.0;
        m_sink.checkpointSaved(record);
        m_sink.event({m_step, EventLevel::Info, "checkpoint", "Saved."});
    }

    static bool write(const std::string& path, const std::string& content) {
        std::ofstream file(path);
        file << content << std::flush;
        return file.good();
    }

    void restore() {
        if (m_job.resumeCheckpoint.empty()) return;
        std::ifstream file(m_job.workspace + "/" + m_job.resumeCheckpoint);
        file >> m_step;
    }

    Progress progress(const char* phase) const {
        Progress progress;
        progress.phase = phase;
        progress.step = m_step;
        progress.epochCount = m_job.config.run.integer("epochs");
        return progress;
    }

    JobResult result(Outcome outcome, const char* reason) const {
        JobResult result;
        result.outcome = outcome;
        result.reason = reason;
        result.step = m_step;
        result.seconds = 0.5;
        result.weightsSha256 = "sha of step " + std::to_string(m_step);
        return result;
    }

    const Job& m_job;
    SummarySink& m_sink;
    RunControl& m_control;
    const std::string m_behave = m_job.config.model.params.text("behave");
    SeriesId m_series = 0;
    int64_t m_step = 0;
};

class FakeEngine : public QObject, public core::Engine {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID TORCHDESK_ENGINE_IID)
    Q_INTERFACES(core::Engine)

public:
    EngineInfo info() override { return {"fake 1.0", false, 1, "a warning"}; }
    JobResult run(const Job& job, SummarySink& sink, RunControl& control) override {
        return FakeJob(job, sink, control).run();
    }
    std::string describe(const Job& job) override { return job.config.model.type; }
    std::string checkPlugin(const std::string& path) override { return "cannot use " + path; }
};

} // namespace

#include "fake_engine.moc"
