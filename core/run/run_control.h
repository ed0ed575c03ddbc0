// What a person asks of a running job. Set by any thread, read by the training thread at safe
// points. Header only.
#pragma once

#include <atomic>

namespace core {

class RunControl {
public:
    enum class Request { None, Pause, Stop };

    void pause() { raise(Request::Pause); }
    void stop() { raise(Request::Stop); } // wins over pause
    // The program ends: what cannot be written within a few seconds is lost.
    void giveUp() { m_isGivenUp.store(true, std::memory_order_relaxed); }
    bool mayWait() const { return !m_isGivenUp.load(std::memory_order_relaxed); }
    void checkpointNow() { m_checkpoint.store(true, std::memory_order_relaxed); }

    Request request() const { return m_request.load(std::memory_order_relaxed); }
    bool takeCheckpointRequest() { return m_checkpoint.exchange(false, std::memory_order_relaxed); }

private:
    void raise(Request wanted) {
        Request seen = m_request.load(std::memory_order_relaxed);
        while (seen < wanted && !m_request.compare_exchange_weak(seen, wanted)) {
        }
    }
    std::atomic<Request> m_request{Request::None};
    std::atomic<bool> m_checkpoint{false};
    std::atomic<bool> m_isGivenUp{false};
};

} // namespace core
