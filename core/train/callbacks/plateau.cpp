#include "core/train/callbacks/plateau.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/train/optimizer_set.h"

namespace core {

Plateau::Options Plateau::optionsFrom(const Params& params, double lr) {
    return {params.real("factor"),      params.integer("patience"),
            params.real("threshold"),   params.text("threshold_mode") == "relative",
            params.integer("cooldown"), params.real("min_lr") / lr,
            params.text("monitor")};
}

Plateau::Plateau(Options options)
    : Callback("plateau", order::kPlateau),
      m_options(std::move(options)),
      m_watch(m_options.monitor),
      m_best(std::numeric_limits<double>::quiet_NaN()) {}

void Plateau::subscribe(Subscriptions& subscriptions) {
    subscriptions.on(Event::Setup, this, &Plateau::onSetup);
    subscriptions.on(Event::EvalEnd, this, &Plateau::onEvalEnd);
    subscriptions.on(Event::EpochEnd, this, &Plateau::onEpochEnd);
}

void Plateau::onSetup(TrainState& state) {
    m_watch.choose(state);
    for (OptimizerSlot& slot : state.optimizers->slots()) {
        if (slot.hasOwnSchedule) continue;
        slot.schedule = [this, schedule = slot.schedule](const ScheduleTime& time) {
            return schedule(time) * m_scale;
        };
    }
}

void Plateau::onEvalEnd(TrainState& state) {
    if (const auto value = m_watch.atEvalEnd(state)) check(state, *value);
}

void Plateau::onEpochEnd(TrainState& state) {
    if (const auto value = m_watch.atEpochEnd(state)) check(state, *value);
}

void Plateau::check(TrainState& state, double value) {
    if (isBetter(value)) {
        m_best = value;
        m_waited = 0;
    } else {
        ++m_waited;
    }
    if (m_cooldown > 0) {
        --m_cooldown;
        m_waited = 0;
    }
    if (m_waited >= m_options.patience) lower(state);
}

bool Plateau::isBetter(double value) const {
    const double share = m_options.isRelative ? std::abs(m_best) : 1.0;
    return m_watch.monitor().isBetter(value, m_best, m_options.threshold * share);
}

void Plateau::lower(TrainState& state) {
    m_waited = 0;
    m_cooldown = m_options.cooldown;
    const double scale = std::max(m_scale * m_options.factor, m_options.lowestScale);
    if (scale >= m_scale) return; // is at the lowest
    m_scale = scale;
    state.note(EventLevel::Info, "plateau",
               "The learning rate is now " + toText(ParamValue(m_scale)) +
                   " of what it began with: no better " + m_watch.monitor().key + " for " +
                   std::to_string(m_options.patience) +
                   (m_options.patience == 1 ? " check" : " checks"));
}

void Plateau::saveState(Archive& archive) const {
    archive.write("best", m_best);
    archive.write("scale", m_scale);
    archive.write("waited", m_waited);
    archive.write("cooldown", m_cooldown);
}

void Plateau::loadState(const Archive& archive) {
    m_best = archive.real("best");
    m_scale = archive.real("scale");
    m_waited = archive.integer("waited");
    m_cooldown = archive.integer("cooldown");
}

} // namespace core
