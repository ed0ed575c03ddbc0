// The lock-free way from the training thread to the writer thread: one thread pushes, one pops.
#pragma once

#include <atomic>
#include <variant>

#include <readerwriterqueue/readerwriterqueue.h>

#include "core/store/run_record.h"

namespace core {

struct SeriesMessage { // the series with the next number, from 0
    SeriesKey key;
};
struct SegmentMessage {
    int64_t fromStep;
};
struct RemovedCheckpointMessage {
    std::string path;
};
using FeedMessage = std::variant<SeriesMessage, SegmentMessage, CheckpointRecord,
                                 RemovedCheckpointMessage, EventRow, LogRow, Progress>;

class FeedQueue {
public:
    FeedQueue() : m_points(kPointCapacity), m_messages(kMessageCapacity) {}

    // -- pushing thread --
    // No allocation until the capacity is used up; then the queue grows and false comes back.
    bool push(const ScalarPoint& point) {
        const bool hadRoom = m_points.try_enqueue(point);
        if (!hadRoom) m_points.enqueue(point);
        m_pushedPoints.store(pushedPoints() + 1, std::memory_order_release);
        return hadRoom;
    }
    void push(FeedMessage message) {
        m_messages.enqueue({pushedPoints(), std::move(message)});
        const uint64_t before = m_pushedMessages.load(std::memory_order_relaxed);
        m_pushedMessages.store(before + 1, std::memory_order_release);
    }

    // -- popping thread --
    // Gives everything to `takePoint` and `takeMessage` in the order in which it was pushed.
    template <typename TakePoint, typename TakeMessage>
    void drain(TakePoint&& takePoint, TakeMessage&& takeMessage) {
        // Points first: a message that comes in while this drains may have points behind it, and
        // all messages in front of these points are counted by then.
        const uint64_t points = m_pushedPoints.load(std::memory_order_acquire);
        const uint64_t messages = m_pushedMessages.load(std::memory_order_acquire);
        Envelope envelope;
        while (m_poppedMessages < messages && m_messages.try_dequeue(envelope)) {
            ++m_poppedMessages;
            drainPoints(envelope.pointsBefore, takePoint);
            takeMessage(std::move(envelope.message));
        }
        drainPoints(points, takePoint);
    }

    uint64_t pushedPoints() const { return m_pushedPoints.load(std::memory_order_relaxed); }

private:
    struct Envelope {
        uint64_t pointsBefore = 0; // pushed before the message
        FeedMessage message;
    };
    static constexpr size_t kPointCapacity = 1 << 15;
    static constexpr size_t kMessageCapacity = 1 << 8;

    template <typename TakePoint>
    void drainPoints(uint64_t until, TakePoint&& takePoint) {
        ScalarPoint point;
        while (m_poppedPoints < until && m_points.try_dequeue(point)) {
            ++m_poppedPoints;
            takePoint(point);
        }
    }

    moodycamel::ReaderWriterQueue<ScalarPoint> m_points;
    moodycamel::ReaderWriterQueue<Envelope> m_messages;
    // Written after the element itself, so that who reads a number sees the elements it counts.
    std::atomic<uint64_t> m_pushedPoints{0};
    std::atomic<uint64_t> m_pushedMessages{0};
    uint64_t m_poppedPoints = 0; // popping thread
    uint64_t m_poppedMessages = 0;
};

} // namespace core
