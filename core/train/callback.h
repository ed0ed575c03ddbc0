// Something that takes part in training at named moments. Subclasses subscribe to events; the
// Trainer is never overridden. Training thread.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "core/model/archive.h"
#include "core/train/event.h"
#include "core/train/train_state.h"

namespace core {

// Where in the order of callbacks one stands; ties go by registration, Teardown runs in reverse.
namespace order {
inline constexpr int kFirst = -1000;
inline constexpr int kCore = -100;
inline constexpr int kMutator = -50; // changes the run, such as its limits
inline constexpr int kUser = 0;
inline constexpr int kMetric = 50;
inline constexpr int kPlateau = 70; // changes the learning rate by what was measured
inline constexpr int kDecider = 80; // may end the run
inline constexpr int kDecided = 85; // evaluated weights make room for those that are trained
inline constexpr int kCheckpoint = 90;
inline constexpr int kSink = 100; // an error here disables the callback and training goes on
inline constexpr int kLast = 1000;
} // namespace order

class Callback {
public:
    using Handler = std::function<void(TrainState&)>;

    // One event that a callback is called for, and which of its occurrences. They are numbered from
    // 1 over the whole run, so that a resume changes nothing: epochs at EpochStart, EpochEnd and
    // the events of rollouts, steps at all others. An event between two steps has the number of the
    // one before it. Filters join: on(...).after(100).every(10) is called at 110, 120 ...
    class Subscription {
    public:
        Subscription(Event event, Handler handler)
            : m_event(event), m_handler(std::move(handler)) {}

        Subscription& every(int64_t n);  // those that n >= 1 divides
        Subscription& once(int64_t n);   // the n-th alone
        Subscription& after(int64_t n);  // the n-th not yet
        Subscription& before(int64_t n); // the n-th no longer
        // In another place among the callbacks than its own.
        Subscription& at(int order);

        Event event() const { return m_event; }
        const Handler& handler() const { return m_handler; }
        int orderOr(int own) const { return m_order.value_or(own); }
        bool wants(const TrainState& state) const;

    private:
        Event m_event;
        Handler m_handler;
        std::optional<int> m_order;
        int64_t m_every = 1;
        int64_t m_first = 0;
        int64_t m_last = std::numeric_limits<int64_t>::max();
    };

    // Collects what a callback wants to be called for:
    //   subscriptions.on(Event::StepEnd, this, &Histograms::onStepEnd).every(100);
    class Subscriptions {
    public:
        template <typename T>
        Subscription& on(Event event, T* self, void (T::*method)(TrainState&)) {
            return m_all.emplace_back(event, [self, method](TrainState& s) { (self->*method)(s); });
        }
        const std::deque<Subscription>& all() const { return m_all; }

    private:
        std::deque<Subscription> m_all; // a deque, so that what on() returns stays valid
    };

    // `name` is also the key of the state in a checkpoint: unique within a run.
    Callback(std::string name, int order) : m_name(std::move(name)), m_order(order) {}
    virtual ~Callback() = default;

    const std::string& name() const { return m_name; }
    int order() const { return m_order; }

    virtual void subscribe(Subscriptions& subscriptions) = 0;
    // What a resume needs beside what the Trainer keeps.
    virtual void saveState(Archive&) const {}
    virtual void loadState(const Archive&) {}

private:
    std::string m_name;
    int m_order;
};

} // namespace core
