// How long it is tried to write what the disk refuses: as long as the program runs, and 5 s more.
// Header only. One thread at a time.
#pragma once

#include <chrono>
#include <optional>

#include "core/run/run_control.h"

namespace core {

class Patience {
public:
    explicit Patience(const RunControl* control) : m_control(control) {} // nullptr: 5 s in all

    bool isOver() {
        if (m_control && m_control->mayWait()) return false;
        const auto now = std::chrono::steady_clock::now();
        if (!m_end) m_end = now + std::chrono::seconds(5);
        return now >= *m_end;
    }
    void renew() { m_end.reset(); }

private:
    const RunControl* m_control;
    std::optional<std::chrono::steady_clock::time_point> m_end;
};

} // namespace core
