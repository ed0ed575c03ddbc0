#include "core/train/precision.h"

#include "core/error.h"
#include "core/train/torch_compat.h"

namespace core {
namespace {

at::ScalarType typeOf(Precision precision) {
    return precision == Precision::Float16 ? at::kHalf : at::kBFloat16;
}

} // namespace

Precision precisionFrom(const std::string& text, at::Device device) {
    if (text == "fp32") return Precision::Float32;
    if (text == "bf16") return Precision::BFloat16;
    if (text != "fp16")
        throw Error("There is no precision named " + text + "; there is fp32, bf16 and fp16");
    if (!device.is_cuda())
        throw Error(
            "run.precision: fp16 needs a CUDA GPU, and the run is on the CPU. Choose bf16, "
            "which has the range of fp32, or fp32");
    return Precision::Float16;
}

AutocastScope::AutocastScope(Precision precision, at::Device device)
    : m_device(device.type()),
      m_wasEnabled(compat::isAutocastEnabled(m_device)),
      m_oldType(compat::autocastType(m_device)),
      m_isChange(m_wasEnabled || precision != Precision::Float32) {
    if (!m_isChange) return;
    at::autocast::increment_nesting();
    compat::setAutocast(m_device, precision != Precision::Float32, typeOf(precision));
}

AutocastScope::~AutocastScope() {
    if (!m_isChange) return;
    // The copies of weights in the lower precision are of one step only.
    if (at::autocast::decrement_nesting() == 0) at::autocast::clear_cache();
    compat::setAutocast(m_device, m_wasEnabled, m_oldType);
}

} // namespace core
