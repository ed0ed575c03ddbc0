// Makes the batches of a pass ahead of time on threads of its own and gives them out in order.
// Taken from by one thread.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "core/data/batch.h"

namespace core {

class Prefetcher {
public:
    using Make = std::function<Batch(int64_t batch)>; // called by several threads at a time

    // Begins with batch `first` at once, and is never more than two batches per worker ahead of
    // what was taken. workers >= 1.
    Prefetcher(int64_t workers, int64_t first, int64_t end, Make make);
    // Ends the workers, and waits for the batches that they have begun.
    ~Prefetcher();

    // The next batch before `end`, waiting for it. Throws what making it threw.
    Batch take();

private:
    struct Slot {
        std::optional<Batch> batch;
        std::exception_ptr error;
    };
    void work(const std::stop_token& stop);
    std::optional<int64_t> claim(const std::stop_token& stop);
    Slot& slotOf(int64_t batch) { return m_slots[static_cast<size_t>(batch) % m_slots.size()]; }

    Make m_make;
    int64_t m_end;
    std::mutex m_mutex; // of all below
    std::condition_variable_any m_hasRoom;
    std::condition_variable m_isReady;
    int64_t m_next;  // to be made
    int64_t m_taken; // the batches before this one
    std::vector<Slot> m_slots;
    std::vector<std::jthread> m_threads;
};

} // namespace core
