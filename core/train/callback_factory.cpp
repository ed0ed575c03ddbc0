#include "core/train/callback_factory.h"

#include "core/error.h"
#include "core/train/callbacks/early_stopping.h"
#include "core/train/callbacks/ema.h"
#include "core/train/callbacks/gradient_clipping.h"
#include "core/train/callbacks/nan_guard.h"
#include "core/train/callbacks/profiler.h"
#include "core/train/callbacks/recorder.h"
#include "core/train/callbacks/system_monitor.h"
#include "core/train/callbacks/throughput.h"
#include "core/train/callbacks/time_limit.h"

namespace core {
namespace {

template <typename T>
std::unique_ptr<Callback> make(const Params& params) {
    return std::make_unique<T>(T::optionsFrom(params));
}

struct Known {
    const char* type;
    std::unique_ptr<Callback> (*make)(const Params&);
};
constexpr Known kCallbacks[] = {
    {"early_stopping", make<EarlyStopping>},
    {"ema", make<Ema>},
    {"gradient_clipping", make<GradientClipping>},
    {"nan_guard", make<NanGuard>},
    {"profiler", make<Profiler>},
    {"recorder", make<Recorder>},
    {"system_monitor", make<SystemMonitor>},
    {"throughput", make<Throughput>},
    {"time_limit", make<TimeLimit>},
};

} // namespace

std::unique_ptr<Callback> makeCallback(const std::string& type, const Params& params) {
    for (const Known& known : kCallbacks)
        if (type == known.type) return known.make(params);
    throw Error("There is no callback named " + type);
}

} // namespace core
