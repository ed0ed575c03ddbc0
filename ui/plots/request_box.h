// The way of what the window wants to its reader thread: a box with room for the newest request
// alone. The window puts, the reader takes; neither waits for the other. Header only.
#pragma once

#include "ui/plots/series_data.h"

#include <QtCore/QHash>
#include <QtCore/QSet>

#include <atomic>
#include <memory>

namespace ui {

// What the window wants to see.
struct ReadRequest {
    QHash<QString, double> runs; // run id -> steps per epoch (0: not known)
    QSet<QString> tags;
    CurveOptions options;
    QSet<QString> forgotten; // runs of which the window no longer has what it was sent
    int number = 0;          // counts up with each new wish
};

class RequestBox {
public:
    RequestBox() = default;
    ~RequestBox() { delete m_request.load(); }
    RequestBox(const RequestBox&) = delete;
    RequestBox& operator=(const RequestBox&) = delete;

    void put(const ReadRequest& request) {
        m_newest.store(request.number);
        auto next = std::make_unique<ReadRequest>(request);
        if (const auto missed = take()) next->forgotten.unite(missed->forgotten);
        m_request.store(next.release()); // empty since take(): only the window puts
    }
    std::unique_ptr<ReadRequest> take() { // nullptr: taken before
        return std::unique_ptr<ReadRequest>(m_request.exchange(nullptr));
    }
    void giveUp() { m_newest.store(-1); } // nothing is wanted any more
    int newest() const { return m_newest.load(); }

private:
    std::atomic<ReadRequest*> m_request{nullptr}; // owned
    std::atomic<int> m_newest{0};
};

} // namespace ui
