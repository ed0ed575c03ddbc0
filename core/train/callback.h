// Something that takes part in training at named moments. Subclasses subscribe to events; the
// Trainer is never overridden. Training thread.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/model/archive.h"
#include "core/train/event.h"
#include "core/train/train_state.h"

namespace core {

// Where in the order of callbacks one stands; ties go by registration, Teardown runs in reverse.
namespace order {
inline constexpr int kCore = -100;
inline constexpr int kMutator = -50; // changes the run, such as its limits
inline constexpr int kUser = 0;
inline constexpr int kMetric = 50;
inline constexpr int kDecider = 80; // may end the run
inline constexpr int kCheckpoint = 90;
inline constexpr int kSink = 100; // an error here disables the callback and training goes on
} // namespace order

class Callback {
public:
    using Handler = std::function<void(TrainState&)>;

    // Collects what a callback wants to be called for.
    class Subscriptions {
    public:
        template <typename T>
        void on(Event event, T* self, void (T::*method)(TrainState&)) {
            m_handlers.emplace_back(event, [self, method](TrainState& s) { (self->*method)(s); });
        }
        const std::vector<std::pair<Event, Handler>>& handlers() const { return m_handlers; }

    private:
        std::vector<std::pair<Event, Handler>> m_handlers;
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
