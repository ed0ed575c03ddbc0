#include <cmath>

#include <QtTest/QTest>

#include "core/train/callbacks/profiler.h"
#include "tests/core/train/callbacks/callback_support.h"

using namespace core;
using namespace support;

namespace {

std::unique_ptr<Profiler> profiler() {
    return std::make_unique<Profiler>(Profiler::Options());
}

} // namespace

class TestProfiler : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void divides100PercentAmongThePhases() {
        Session session;
        SmallModel model(classInfo());
        session.train(model, list(profiler(), session.checkpoints({1, false, 0.0, ""})), 2);
        const size_t count = session.sink.values("profile/forward").size();
        QVERIFY(count > 0);
        for (size_t i = 0; i < count; ++i) {
            double sum = 0.0;
            for (size_t phase = 0; phase < Profiler::kPhaseCount; ++phase)
                sum += session.sink
                           .values(std::string("profile/") +
                                   Profiler::name(static_cast<Profiler::Phase>(phase)))
                           .at(i);
            QVERIFY(std::abs(sum - 100.0) < 1e-9);
        }
        for (const char* phase : {"fetch", "forward", "backward", "metrics", "optimize", "evaluate",
                                  "callbacks", "checkpoint"})
            QVERIFY2(session.sink.values(std::string("profile/") + phase).back() > 0.0, phase);
    }

    void endsWithATable() {
        Session session;
        SmallModel model(classInfo());
        session.train(model, list(profiler()), 1);
        QCOMPARE(session.sink.lines.size(), 1 + Profiler::kPhaseCount);
        QCOMPARE(QString::fromStdString(session.sink.lines[0]), "time by phase");
        QVERIFY(QString::fromStdString(session.sink.lines[2]).startsWith("  forward "));
    }

    void addsUpOverAResume() {
        Session session;
        SmallModel model(classInfo());
        auto pause = std::make_unique<At>(Event::StepEnd, [](TrainState& state) {
            if (state.globalStep == 4) state.requestPause();
        });
        session.train(
            model, list(profiler(), std::move(pause), session.checkpoints({9, false, 0.0, ""})), 3);
        const Archive first = session.read(session.files().last());
        session.train(model, list(profiler(), session.checkpoints({9, false, 0.0, ""})), 3, &first);
        const Archive last = session.read(session.files().last());
        const auto& before = first.reals("callback.profiler.seconds");
        const auto& after = last.reals("callback.profiler.seconds");
        for (const auto phase : {Profiler::Phase::Fetch, Profiler::Phase::Forward,
                                 Profiler::Phase::Backward, Profiler::Phase::Evaluate}) {
            const auto i = static_cast<size_t>(phase);
            QVERIFY(before.at(i) > 0.0);
            QVERIFY(after.at(i) > before.at(i));
        }
    }
};

QTEST_GUILESS_MAIN(TestProfiler)
#include "tst_profiler.moc"
