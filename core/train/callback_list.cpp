#include "core/train/callback_list.h"

#include <algorithm>
#include <set>

#include "core/error.h"
#include "core/train/guarded.h"

namespace core {

CallbackList::CallbackList(std::vector<std::unique_ptr<Callback>> callbacks)
    : m_callbacks(std::move(callbacks)) {
    std::stable_sort(m_callbacks.begin(), m_callbacks.end(),
                     [](const auto& a, const auto& b) { return a->order() < b->order(); });
    std::set<std::string> names;
    for (const auto& callback : m_callbacks) {
        if (!names.insert(callback->name()).second)
            throw Error("Two callbacks are named " + callback->name());
        Callback::Subscriptions subscriptions;
        callback->subscribe(subscriptions);
        for (const Callback::Subscription& subscription : subscriptions.all())
            entries(subscription.event()).push_back({callback.get(), subscription});
    }
    for (auto& list : m_entries)
        std::stable_sort(list.begin(), list.end(),
                         [](const Entry& a, const Entry& b) { return a.order() < b.order(); });
}

void CallbackList::fire(Event event, TrainState& state) {
    for (Entry& entry : entries(event))
        if (!entry.isDisabled && entry.subscription.wants(state)) call(entry, event, state);
}

void CallbackList::call(Entry& entry, Event event, TrainState& state) {
    const auto where = [&] {
        return "Callback " + entry.callback->name() + " failed at " + toText(event);
    };
    try {
        guarded(where, [&] { entry.subscription.handler()(state); });
    } catch (const Error& error) {
        if (entry.callback->order() < order::kSink) throw;
        disable(entry.callback);
        state.note(EventLevel::Warning, "callback",
                   std::string(error.what()) + ". It is switched off for the rest of the run");
    }
}

void CallbackList::disable(const Callback* callback) {
    for (auto& list : m_entries)
        for (Entry& entry : list)
            if (entry.callback == callback) entry.isDisabled = true;
}

void CallbackList::fireToAll(Event event, TrainState& state) noexcept {
    auto& list = entries(event);
    const auto guardedCall = [&](Entry& entry) {
        try {
            if (!entry.isDisabled) call(entry, event, state);
        } catch (const std::exception& error) {
            try {
                state.note(EventLevel::Warning, "callback", error.what());
            } catch (...) {
                // The way to report is broken as well; the error that matters is on its way.
            }
        }
    };
    if (event == Event::Teardown)
        std::for_each(list.rbegin(), list.rend(), guardedCall);
    else
        std::for_each(list.begin(), list.end(), guardedCall);
}

std::vector<std::string> CallbackList::subscribers(Event event) const {
    std::vector<std::string> names;
    for (const Entry& entry : m_entries[static_cast<size_t>(event)])
        names.push_back(entry.callback->name());
    return names;
}

Archive CallbackList::saveStates() const {
    Archive archive;
    std::vector<std::string> names;
    for (const auto& callback : m_callbacks) {
        Archive state;
        callback->saveState(state);
        if (state.empty()) continue;
        names.push_back(callback->name());
        archive.writeSection(callback->name(), state);
    }
    archive.write("names", names);
    return archive;
}

std::vector<std::string> CallbackList::loadStates(const Archive& archive) {
    std::vector<std::string> unmatched;
    const auto& saved = archive.texts("names");
    for (const auto& callback : m_callbacks) {
        Archive state;
        callback->saveState(state);
        const bool isSaved = std::find(saved.begin(), saved.end(), callback->name()) != saved.end();
        if (isSaved)
            guarded([&] { return "The saved state of callback " + callback->name(); },
                    [&] { callback->loadState(archive.section(callback->name())); });
        else if (!state.empty())
            unmatched.push_back(callback->name());
    }
    for (const std::string& name : saved) {
        const bool isKnown = std::any_of(m_callbacks.begin(), m_callbacks.end(),
                                         [&](const auto& c) { return c->name() == name; });
        if (!isKnown) unmatched.push_back(name);
    }
    return unmatched;
}

} // namespace core
