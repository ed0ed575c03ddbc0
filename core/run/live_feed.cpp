#include "core/run/live_feed.h"

#include <algorithm>

#include "core/run/feed_writer.h"
#include "core/store/clock.h"

namespace core {

LiveFeed::LiveFeed(const std::string& workspace, const std::string& runId, Listener listener,
                   int64_t fromStep, const RunControl* control)
    : m_listener(listener),
      m_writer(
          std::make_unique<FeedWriter>(workspace, runId, std::move(listener), fromStep, control)) {}

LiveFeed::~LiveFeed() = default;

void LiveFeed::startTraining() {
    m_hasStarted = true;
    m_writer->startProgress();
    if (m_listener.trainingStarted) m_listener.trainingStarted();
}

SeriesId LiveFeed::series(const SeriesKey& key) {
    const auto found = std::find(m_tags.begin(), m_tags.end(), key.tag);
    if (found != m_tags.end()) return found - m_tags.begin();
    m_tags.push_back(key.tag);
    m_writer->push(SeriesMessage{key});
    return static_cast<SeriesId>(m_tags.size()) - 1;
}

void LiveFeed::scalar(const ScalarPoint& point) {
    m_writer->requireWorking();
    if (!m_hasStarted) startTraining();
    if (m_writer->push(point) || m_hasWarned) return;
    m_hasWarned = true;
    event({point.step, EventLevel::Warning, "queue",
           "Values are logged faster than they can be written; they wait in memory. Log less often "
           "to use less of it."});
}

void LiveFeed::event(const RunEvent& event) {
    m_writer->push(EventRow{0, nowMs(), event});
}

void LiveFeed::logLine(const std::string& text) {
    m_writer->push(LogRow{0, nowMs(), text});
}

void LiveFeed::progress(const Progress& progress) {
    m_writer->waitUntilWorking();
    if (!m_hasStarted && progress.phase == "Training") startTraining();
    m_writer->push(progress);
}

void LiveFeed::checkpointSaved(const CheckpointRecord& checkpoint) {
    m_writer->setObstacle({});
    m_writer->push(checkpoint);
}

void LiveFeed::checkpointRemoved(const std::string& path) {
    m_writer->push(RemovedCheckpointMessage{path});
}

void LiveFeed::segmentStarted(int64_t fromStep) {
    m_writer->push(SegmentMessage{fromStep});
}

void LiveFeed::flush() {
    m_writer->flush();
}

bool LiveFeed::waitToRetry(const std::string& problem) {
    return m_writer->waitToRetry(problem);
}

int64_t LiveFeed::waitingCount() const {
    return m_writer->waitingCount();
}

} // namespace core
