// The factor on the loss that keeps small fp16 gradients from becoming zero. It grows while all is
// well and falls when a gradient overflows. Micikevicius et al. 2018, "Mixed Precision Training",
// section 3.2; rule and numbers as torch.cuda.amp.GradScaler has them. Training thread.
#pragma once

#include <cstdint>

#include "core/model/archive.h"

namespace core {

class DynamicScaler {
public:
    struct Options {
        double initialScale = 65536.0;
        double growth = 2.0;     // after `interval` steps in a row without overflow
        double backoff = 0.5;    // after each overflow
        int64_t interval = 2000; // steps
    };

    explicit DynamicScaler(const Options& options)
        : m_options(options), m_scale(options.initialScale) {}

    double scale() const { return m_scale; }
    // After each step that was tried: `hasOverflowed` when a gradient was not finite.
    void update(bool hasOverflowed);

    void save(Archive& archive) const;
    void load(const Archive& archive);

private:
    Options m_options;
    double m_scale;
    int64_t m_goodSteps = 0; // since the last change
};

} // namespace core
