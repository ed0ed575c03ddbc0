#include "core/data/prefetcher.h"

#include <ATen/Parallel.h>

namespace core {

Prefetcher::Prefetcher(int64_t workers, int64_t first, int64_t end, Make make)
    : m_make(std::move(make)),
      m_end(end),
      m_next(first),
      m_taken(first),
      m_slots(static_cast<size_t>(2 * workers)) {
    for (int64_t i = 0; i < workers; ++i)
        m_threads.emplace_back([this](const std::stop_token& stop) { work(stop); });
}

Prefetcher::~Prefetcher() {
    for (std::jthread& thread : m_threads)
        thread.request_stop();
}

Batch Prefetcher::take() {
    Slot taken;
    {
        std::unique_lock lock(m_mutex);
        Slot& slot = slotOf(m_taken);
        m_isReady.wait(lock, [&] { return slot.batch || slot.error; });
        std::swap(taken, slot);
        ++m_taken;
    }
    m_hasRoom.notify_one();
    if (taken.error) std::rethrow_exception(taken.error);
    return std::move(*taken.batch);
}

void Prefetcher::work(const std::stop_token& stop) {
    // As many threads per tensor operation as the training has: sums may depend on it.
    at::init_num_threads();
    while (const auto batch = claim(stop)) {
        Slot made;
        try {
            made.batch = m_make(*batch);
        } catch (...) {
            made.error = std::current_exception();
        }
        {
            const std::lock_guard lock(m_mutex);
            slotOf(*batch) = std::move(made);
        }
        m_isReady.notify_one();
    }
}

// The next batch to make, as soon as there is room for it; none: the work is over.
std::optional<int64_t> Prefetcher::claim(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    const auto hasRoom = [this] {
        return m_next == m_end || m_next < m_taken + static_cast<int64_t>(m_slots.size());
    };
    if (!m_hasRoom.wait(lock, stop, hasRoom) || stop.stop_requested() || m_next == m_end)
        return std::nullopt;
    return m_next++;
}

} // namespace core
