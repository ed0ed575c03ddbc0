// Rows appended batch by batch, in one block of memory on the device of the first. Room doubles
// when it is used up: at most half of it is empty. One thread at a time.
#pragma once

#include <algorithm>

#include <ATen/ATen.h>

namespace core {

class GrowingTensor {
public:
    // [rows, ...]; copied, into the dtype and onto the device of the first. The other dimensions
    // must be those of the first.
    void append(const at::Tensor& rows) {
        const int64_t needed = m_count + rows.size(0);
        if (!m_room.defined() || needed > m_room.size(0)) grow(rows, needed);
        m_room.narrow(0, m_count, rows.size(0)).copy_(rows);
        m_count = needed;
    }

    bool empty() const { return m_count == 0; }
    // Shares the memory; undefined when there was never a row.
    at::Tensor rows() const { return m_room.defined() ? m_room.narrow(0, 0, m_count) : m_room; }

private:
    void grow(const at::Tensor& like, int64_t needed) {
        std::vector<int64_t> shape = like.sizes().vec();
        shape[0] = m_room.defined() ? std::max(needed, 2 * m_room.size(0)) : needed;
        const at::Tensor& kind = m_room.defined() ? m_room : like;
        at::Tensor room = at::empty(shape, kind.options().requires_grad(false));
        if (m_count > 0) room.narrow(0, 0, m_count).copy_(rows());
        m_room = room;
    }

    at::Tensor m_room; // [room, ...]
    int64_t m_count = 0;
};

} // namespace core
