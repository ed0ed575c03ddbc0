#include "core/train/callbacks/checkpoint.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>

#include "core/error.h"
#include "core/train/checkpoint_file.h"

namespace core {
namespace {

constexpr const char* kPrefix = "step-";
constexpr const char* kExtension = ".safetensors";

std::string fileName(int64_t step) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%012lld", static_cast<long long>(step));
    return std::string(kPrefix) + digits + kExtension;
}

} // namespace

Checkpoint::Options Checkpoint::optionsFrom(const Params& params) {
    return {static_cast<size_t>(params.integer("keep_last")),
            static_cast<size_t>(params.integer("keep_best")), params.real("interval"),
            params.text("monitor")};
}

Checkpoint::Checkpoint(Options options, std::string workspace, std::string folder)
    : Callback("checkpoint", order::kCheckpoint),
      m_options(std::move(options)),
      m_watch(m_options.monitor),
      m_workspace(std::move(workspace)),
      m_folder(std::move(folder)) {}

void Checkpoint::subscribe(Subscriptions& subscriptions) {
    subscriptions.on(Event::Setup, this, &Checkpoint::onSetup);
    subscriptions.on(Event::FitStart, this, &Checkpoint::onFitStart);
    subscriptions.on(Event::EvalEnd, this, &Checkpoint::onEvalEnd);
    subscriptions.on(Event::EpochEnd, this, &Checkpoint::onEpochEnd);
    subscriptions.on(Event::StepEnd, this, &Checkpoint::onStepEnd);
    subscriptions.on(Event::CheckpointSaving, this, &Checkpoint::onCheckpointSaving);
    subscriptions.on(Event::Teardown, this, &Checkpoint::onTeardown);
}

void Checkpoint::onSetup(TrainState& state) {
    m_watch.choose(state);
    const std::string folder = m_workspace + "/" + m_folder;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw Error("Cannot create the folder " + folder + ": " + error.message());
    DurableFile::removeLeftovers(folder);
}

// Files of earlier sessions count among the kept ones.
void Checkpoint::onFitStart(TrainState& state) {
    for (const auto& entry : std::filesystem::directory_iterator(m_workspace + "/" + m_folder)) {
        const std::string name = entry.path().filename();
        if (name.rfind(kPrefix, 0) != 0 || entry.path().extension() != kExtension) continue;
        const int64_t step =
            std::strtoll(name.c_str() + std::char_traits<char>::length(kPrefix), nullptr, 10);
        const bool isRewound = step > state.globalStep || state.globalStep == 0;
        m_kept.push_back({m_folder + "/" + name, step, isRewound});
    }
    std::sort(m_kept.begin(), m_kept.end(),
              [](const Kept& a, const Kept& b) { return a.step < b.step; });
}

void Checkpoint::onEvalEnd(TrainState& state) {
    if (const auto value = m_watch.atEvalEnd(state)) judge(state, *value);
    if (!isTooSoon(state)) state.requestCheckpoint();
}

void Checkpoint::onEpochEnd(TrainState& state) {
    if (const auto value = m_watch.atEpochEnd(state)) judge(state, *value);
    if (!isTooSoon(state)) state.requestCheckpoint();
}

void Checkpoint::judge(TrainState& state, double value) {
    m_latest = {value, state.globalStep};
    if (!std::isfinite(value)) return;
    const auto place = std::find_if(m_best.begin(), m_best.end(), [&](const BestValue& other) {
        return m_watch.monitor().isBetter(value, other.value);
    });
    m_best.insert(place, m_latest);
    if (m_best.size() > m_options.keepBest) m_best.pop_back();
    if (isAmongBest(state.globalStep)) state.requestCheckpoint();
}

bool Checkpoint::isAmongBest(int64_t step) const {
    return std::any_of(m_best.begin(), m_best.end(),
                       [&](const BestValue& best) { return best.step == step; });
}

bool Checkpoint::isTooSoon(const TrainState& state) const {
    return m_lastWriteS >= 0.0 && state.seconds() - m_lastWriteS < m_options.intervalS;
}

CheckpointRecord Checkpoint::recordOf(const TrainState& state) const {
    CheckpointRecord record;
    record.step = state.globalStep;
    record.epoch = state.epoch;
    record.path = m_folder + "/" + fileName(state.globalStep);
    record.isBest = !m_best.empty() && m_best.front().step == state.globalStep;
    record.metricValue = m_latest.step == state.globalStep
                             ? m_latest.value
                             : std::numeric_limits<double>::quiet_NaN();
    return record;
}

void Checkpoint::onStepEnd(TrainState& state) {
    using namespace std::chrono_literals;
    if (m_pending.valid() && m_pending.wait_for(0s) == std::future_status::ready)
        finishOrWarn(state);
}

void Checkpoint::onCheckpointSaving(TrainState& state) {
    if (!state.isLastCheckpointGood) return; // this one would not be; it has just been found out
    const Held current{*state.snapshot, recordOf(state)};
    if (!state.mustWriteCheckpoint && isTooSoon(state)) {
        m_held = current;
        return;
    }
    const bool isWritten = isSamePosition(current);
    finishOrWarn(state); // one at a time
    if (isWritten && !m_isFailing) return;
    start(state, current);
    state.isSnapshotLate =
        !state.mustWriteCheckpoint && !state.isEnding() && m_options.intervalS > 0.0;
    if (state.isSnapshotLate) return;
    if (!state.isEnding()) return finishOrWarn(state);
    // The last one: without it all since the one before would be lost.
    for (std::string failure = finish(state); !failure.empty(); failure = finish(state)) {
        if (!state.sink->waitToRetry(failure)) throw Error(failure);
        start(state, current);
    }
}

// Whether the other thread is at the same moment of the run.
bool Checkpoint::isSamePosition(const Held& current) const {
    if (!m_pending.valid()) return false;
    const Archive& written = m_writing.back().snapshot;
    const bool isOpen = current.snapshot.flag("trainer.is_epoch_open");
    return m_writing.back().record.step == current.record.step &&
           m_writing.back().record.epoch == current.record.epoch &&
           written.flag("trainer.is_epoch_open") == isOpen;
}

void Checkpoint::onTeardown(TrainState& state) {
    finishOrWarn(state);
}

// With a held one in front, when it is another's and this one is not better.
void Checkpoint::start(const TrainState& state, Held what) {
    m_writing.clear();
    if (m_held && m_held->record.step != what.record.step && !what.record.isBest)
        m_writing.push_back(std::move(*m_held));
    m_held.reset();
    m_writing.push_back(std::move(what));
    m_lastWriteS = state.seconds();
    m_pending = std::async(std::launch::async, [this] {
        Files files;
        for (const Held& one : m_writing) {
            files.push_back(std::make_unique<DurableFile>(m_workspace + "/" + one.record.path));
            writeArchive(one.snapshot, *files.back());
            files.back()->sync();
        }
        return files;
    });
}

// Waits for the other thread. What went wrong; empty: nothing.
std::string Checkpoint::finish(TrainState& state) {
    if (!m_pending.valid()) return {};
    try {
        const Files files = m_pending.get();
        for (size_t i = 0; i < files.size(); ++i)
            publish(state, *files[i], m_writing[i].record);
    } catch (const Error& error) {
        return error.what();
    }
    m_isFailing = false;
    m_writing.clear();
    return {};
}

void Checkpoint::finishOrWarn(TrainState& state) {
    const std::string failure = finish(state);
    if (!failure.empty()) warn(state, failure);
}

// A full disk may have room again at the next one: training is worth more than this checkpoint. The
// best is written with the next.
void Checkpoint::warn(TrainState& state, const std::string& reason) {
    for (Held& one : m_writing)
        if (one.record.isBest) m_held = std::move(one);
    m_writing.clear();
    m_lastWriteS = state.seconds();
    if (!m_isFailing)
        state.sink->event(
            {state.globalStep, EventLevel::Warning, "checkpoint",
             "The checkpoint could not be saved, training goes on without: " + reason});
    m_isFailing = true;
}

void Checkpoint::publish(TrainState& state, DurableFile& file, CheckpointRecord record) {
    state.sink->flush(); // a resume from it must find all the results up to its step
    file.publish();
    record.bytes = file.size();
    record.sha256 = file.sha256();
    state.sink->checkpointSaved(record);
    state.sink->flush(); // only now may an older one go
    state.checkpointPath = record.path;
    std::erase_if(m_kept, [&](const Kept& kept) { return kept.path == record.path; });
    m_kept.push_back({record.path, record.step, false});
    removeOld(state);
}

void Checkpoint::removeOld(TrainState& state) {
    std::vector<Kept> kept;
    for (size_t i = 0; i < m_kept.size(); ++i) {
        const Kept& one = m_kept[i];
        const bool isLast = i + m_options.keepLast >= m_kept.size();
        if (!one.isRewound && (isLast || isAmongBest(one.step))) {
            kept.push_back(one);
            continue;
        }
        std::error_code ignored; // a file that someone else has removed is gone as well
        std::filesystem::remove(m_workspace + "/" + one.path, ignored);
        state.sink->checkpointRemoved(one.path);
    }
    m_kept = std::move(kept);
}

void Checkpoint::saveState(Archive& archive) const {
    std::vector<double> values;
    std::vector<int64_t> steps;
    for (const BestValue& best : m_best) {
        values.push_back(best.value);
        steps.push_back(best.step);
    }
    archive.write("best_values", values);
    archive.write("best_steps", steps);
    archive.write("latest_value", m_latest.value);
    archive.write("latest_step", m_latest.step);
}

void Checkpoint::loadState(const Archive& archive) {
    const auto& values = archive.reals("best_values");
    const auto& steps = archive.integers("best_steps");
    m_best.clear();
    for (size_t i = 0; i < std::min(values.size(), m_options.keepBest); ++i)
        m_best.push_back({values[i], steps[i]});
    m_latest = {archive.real("latest_value"), archive.integer("latest_step")};
}

} // namespace core
