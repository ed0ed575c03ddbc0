// The callbacks of a run in their order, and who is called for which event. Training thread.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/train/callback.h"

namespace core {

class CallbackList {
public:
    // Sorts by order; equal ones stay as given. Throws Error when two have the same name.
    explicit CallbackList(std::vector<std::unique_ptr<Callback>> callbacks);

    // Calls everyone who subscribed. What one throws becomes an Error that names the callback and
    // the event, except for sinks: such a one is disabled, with a warning.
    void fire(Event event, TrainState& state);
    // For Exception and Teardown: each is called whatever the others throw. Teardown in reverse.
    void fireToAll(Event event, TrainState& state) noexcept;

    // The names of those who are called for the event, in order.
    std::vector<std::string> subscribers(Event event) const;

    // Archives hold a section per callback with state.
    Archive saveStates() const;
    // Returns the names that only one side knows.
    std::vector<std::string> loadStates(const Archive& archive);

private:
    struct Entry {
        Callback* callback;
        Callback::Subscription subscription;
        bool isDisabled = false;
        int order() const { return subscription.orderOr(callback->order()); }
    };
    std::vector<Entry>& entries(Event event) { return m_entries[static_cast<size_t>(event)]; }
    void call(Entry& entry, Event event, TrainState& state);
    void disable(const Callback* callback);

    std::vector<std::unique_ptr<Callback>> m_callbacks;
    std::array<std::vector<Entry>, kEventCount> m_entries;
};

} // namespace core
