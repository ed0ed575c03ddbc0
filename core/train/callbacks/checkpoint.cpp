#include "core/train/callbacks/checkpoint.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>

#include "core/error.h"
#include "core/train/checkpoint_file.h"
#include "core/train/durable_file.h"

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
    return {static_cast<size_t>(params.integer("keep_last")), params.flag("keep_best"),
            params.real("interval"), params.text("monitor")};
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
    subscriptions.on(Event::CheckpointSaving, this, &Checkpoint::onCheckpointSaving);
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
    if (!m_watch.monitor().isBetter(value, m_best.value)) return;
    m_best = m_latest;
    if (m_options.keepsBest) state.requestCheckpoint();
}

bool Checkpoint::isTooSoon(const TrainState& state) const {
    return m_lastWriteS >= 0.0 && state.seconds() - m_lastWriteS < m_options.intervalS;
}

CheckpointRecord Checkpoint::recordOf(const TrainState& state) const {
    CheckpointRecord record;
    record.step = state.globalStep;
    record.epoch = state.epoch;
    record.path = m_folder + "/" + fileName(state.globalStep);
    record.isBest = m_options.keepsBest && m_best.step == state.globalStep;
    record.metricValue = m_latest.step == state.globalStep
                             ? m_latest.value
                             : std::numeric_limits<double>::quiet_NaN();
    return record;
}

void Checkpoint::onCheckpointSaving(TrainState& state) {
    const CheckpointRecord record = recordOf(state);
    if (!state.mustWriteCheckpoint && isTooSoon(state)) {
        m_held = Held{*state.snapshot, record};
        return;
    }
    while (true) {
        try {
            save(state, record);
            m_isFailing = false;
            return;
        } catch (const Error& error) {
            if (!state.isEnding()) return noteFailure(state, record, error.what());
            // The last one: all since the one before would be lost.
            if (!state.sink->waitToRetry(error.what())) throw;
        }
    }
}

// With a held one in front, when it is another's and no better one takes its place.
void Checkpoint::save(TrainState& state, const CheckpointRecord& record) {
    if (m_held && m_held->record.step != record.step && !record.isBest)
        write(state, m_held->snapshot, m_held->record);
    m_held.reset();
    write(state, *state.snapshot, record);
    state.checkpointPath = record.path;
}

// A full disk may have room again at the next one: training is worth more than this checkpoint. The
// best is written with the next.
void Checkpoint::noteFailure(TrainState& state, const CheckpointRecord& record,
                             const std::string& reason) {
    if (record.isBest) m_held = Held{*state.snapshot, record};
    m_lastWriteS = state.seconds();
    if (!m_isFailing)
        state.sink->event(
            {state.globalStep, EventLevel::Warning, "checkpoint",
             "The checkpoint could not be saved, training goes on without: " + reason});
    m_isFailing = true;
}

void Checkpoint::write(TrainState& state, const Archive& snapshot, CheckpointRecord record) {
    DurableFile file(m_workspace + "/" + record.path);
    writeArchive(snapshot, file);
    file.sync();
    state.sink->flush(); // a resume from it must find all the results up to its step
    file.publish();
    record.bytes = file.size();
    record.sha256 = file.sha256();
    state.sink->checkpointSaved(record);
    state.sink->flush(); // only now may an older one go
    m_lastWriteS = state.seconds();
    const auto isSame = [&](const Kept& kept) { return kept.path == record.path; };
    m_kept.erase(std::remove_if(m_kept.begin(), m_kept.end(), isSame), m_kept.end());
    m_kept.push_back({record.path, record.step, false});
    removeOld(state);
}

void Checkpoint::removeOld(TrainState& state) {
    std::vector<Kept> kept;
    for (size_t i = 0; i < m_kept.size(); ++i) {
        const Kept& one = m_kept[i];
        const bool isLast = i + m_options.keepLast >= m_kept.size();
        const bool isBest = m_options.keepsBest && one.step == m_best.step;
        if (!one.isRewound && (isLast || isBest)) {
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
    archive.write("best_value", m_best.value);
    archive.write("best_step", m_best.step);
    archive.write("latest_value", m_latest.value);
    archive.write("latest_step", m_latest.step);
}

void Checkpoint::loadState(const Archive& archive) {
    m_best = {archive.real("best_value"), archive.integer("best_step")};
    m_latest = {archive.real("latest_value"), archive.integer("latest_step")};
}

} // namespace core
