#include "core/train/dynamic_scaler.h"

#include <cfloat>

namespace core {

void DynamicScaler::update(bool hasOverflowed) {
    if (hasOverflowed) {
        m_scale *= m_options.backoff;
        m_goodSteps = 0;
    } else if (++m_goodSteps >= m_options.interval) {
        if (m_scale * m_options.growth < FLT_MAX) m_scale *= m_options.growth;
        m_goodSteps = 0;
    }
}

void DynamicScaler::save(Archive& archive) const {
    archive.write("scale", m_scale);
    archive.write("good_steps", m_goodSteps);
}

void DynamicScaler::load(const Archive& archive) {
    m_scale = archive.real("scale");
    m_goodSteps = archive.integer("good_steps");
}

} // namespace core
