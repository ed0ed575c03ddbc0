// Steady training allocates nothing of ours: what LibTorch allocates for tensors is its own. Counts
// the calls of operator new that come straight from our libraries, so without a sanitizer alone.
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>

#include <dlfcn.h>
#include <link.h>

#include <QtTest/QTest>

#include "core/summary/summary_sink.h"
#include "core/train/callbacks/nan_guard.h"
#include "core/train/callbacks/profiler.h"
#include "core/train/callbacks/progress_reporter.h"
#include "core/train/callbacks/recorder.h"
#include "core/train/callbacks/throughput.h"
#include "train_support.h"

using namespace core;
using namespace support;

namespace {

struct Range {
    uintptr_t begin = 0;
    uintptr_t end = 0;
};
Range g_engine, g_core; // where the code of our libraries lies
std::atomic<bool> g_isCounting = false;
std::atomic<int64_t> g_count = 0;

bool contains(const Range& range, const void* address) {
    const auto place = reinterpret_cast<uintptr_t>(address);
    return place >= range.begin && place < range.end;
}

Range rangeOf(const char* library) {
    std::pair<const char*, Range> wanted{library, {}};
    dl_iterate_phdr(
        [](dl_phdr_info* info, size_t, void* data) {
            auto& [name, range] = *static_cast<std::pair<const char*, Range>*>(data);
            if (!std::strstr(info->dlpi_name, name)) return 0;
            for (int i = 0; i < info->dlpi_phnum; ++i) {
                const auto& header = info->dlpi_phdr[i];
                if (header.p_type != PT_LOAD || !(header.p_flags & PF_X)) continue;
                range = {info->dlpi_addr + header.p_vaddr,
                         info->dlpi_addr + header.p_vaddr + header.p_memsz};
            }
            return 1;
        },
        &wanted);
    return wanted.second;
}

} // namespace

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define COUNTS_ALLOCATIONS
void* operator new(size_t size) {
    const void* caller = __builtin_return_address(0);
    if (g_isCounting && (contains(g_engine, caller) || contains(g_core, caller))) ++g_count;
    if (void* memory = std::malloc(size)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, size_t) noexcept {
    std::free(memory);
}
#endif

class TestAllocations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
#ifndef COUNTS_ALLOCATIONS
        QSKIP("A sanitizer has its own operator new");
#endif
        g_engine = rangeOf("libtorchdesk_engine");
        g_core = rangeOf("libtorchdesk_core");
        QVERIFY(g_engine.begin && g_core.begin);
    }

    // The test would notice: making a Trainer allocates.
    void countsWhatIsAllocated() {
        g_count = 0;
        g_isCounting = true;
        const MetricSet metrics(classInfo());
        g_isCounting = false;
        QVERIFY(g_count > 0);
    }

    void steadyStepsAllocateNothing_data() {
        QTest::addColumn<int>("accumulate");
        QTest::newRow("a step a batch") << 1;
        QTest::newRow("windows") << 4;
    }
    void steadyStepsAllocateNothing() {
        QFETCH(int, accumulate);
        class QuietSink final : public RecordingSink {
        public:
            void scalar(const ScalarPoint&) override {}
        };
        QuietSink sink;
        SmallModel model(classInfo());
        TrainerOptions options = adamOptions(1, 4);
        options.accumulate = accumulate;
        Callbacks callbacks = list(std::make_unique<Recorder>(Recorder::Options()),
                                   std::make_unique<NanGuard>(NanGuard::Options()),
                                   std::make_unique<Throughput>(Throughput::Options()),
                                   std::make_unique<Profiler>(Profiler::Options()),
                                   std::make_unique<ProgressReporter>(),
                                   std::make_unique<At>(Event::StepEnd, [](TrainState& state) {
                                       if (state.globalStep == 100)
                                           g_isCounting = true; // all is warm
                                       if (state.globalStep == 1100) g_isCounting = false;
                                   }));
        g_count = 0;
        Trainer(model, classData(4 * 1200 * accumulate), nullptr, options, std::move(callbacks),
                sink)
            .fit();
        QVERIFY(!g_isCounting);
        QCOMPARE(g_count.load(), int64_t(0));
    }
};

QTEST_GUILESS_MAIN(TestAllocations)
#include "tst_allocations.moc"
