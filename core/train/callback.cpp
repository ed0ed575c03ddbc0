#include "core/train/callback.h"

#include <algorithm>

#include "core/error.h"

namespace core {
namespace {

int64_t checked(int64_t n, const char* filter) {
    if (n < 1)
        throw Error(std::string("A callback subscribed with ") + filter + "(" + std::to_string(n) +
                    "); occurrences are numbered from 1");
    return n;
}

// The number of the epoch or step that the event belongs to, from 1.
int64_t occurrence(Event event, const TrainState& state) {
    switch (event) {
        case Event::EpochStart:
        case Event::RolloutStart:
        case Event::RolloutEnd:
            return state.epoch + 1;
        case Event::EpochEnd: // it counts as completed by then
            return state.epoch;
        case Event::FetchStart:
        case Event::StepStart:
        case Event::BatchStart:
        case Event::AfterLoss:
        case Event::AfterBackward:
        case Event::BatchEnd:
        case Event::GradientsReady:
        case Event::BeforeOptimizerStep:
        case Event::AfterOptimizerStep:
            return state.globalStep + 1;
        default:
            return state.globalStep;
    }
}

} // namespace

Callback::Subscription& Callback::Subscription::every(int64_t n) {
    m_every = checked(n, "every");
    return *this;
}

Callback::Subscription& Callback::Subscription::once(int64_t n) {
    m_first = m_last = checked(n, "once");
    return *this;
}

Callback::Subscription& Callback::Subscription::after(int64_t n) {
    m_first = std::max(m_first, n + 1);
    return *this;
}

Callback::Subscription& Callback::Subscription::before(int64_t n) {
    m_last = std::min(m_last, n - 1);
    return *this;
}

Callback::Subscription& Callback::Subscription::at(int order) {
    m_order = order;
    return *this;
}

bool Callback::Subscription::wants(const TrainState& state) const {
    const int64_t n = occurrence(m_event, state);
    return n >= m_first && n <= m_last && n % m_every == 0;
}

} // namespace core
