#include <QtTest/QTest>

#include "core/error.h"
#include "train_support.h"

using namespace core;
using namespace support;

namespace {

using Filter = std::function<void(Callback::Subscription&)>;

// Writes down at which steps and epochs it is called.
class Filtered : public Callback {
public:
    Filtered(Event event, Filter filter, QStringList& calls)
        : Callback("filtered", order::kUser),
          m_event(event),
          m_filter(std::move(filter)),
          m_calls(calls) {}
    void subscribe(Subscriptions& subscriptions) override {
        m_filter(subscriptions.on(m_event, this, &Filtered::onEvent));
    }

private:
    void onEvent(TrainState& state) {
        m_calls += QString("%1.%2").arg(state.epoch).arg(state.globalStep);
    }
    Event m_event;
    Filter m_filter;
    QStringList& m_calls;
};

} // namespace

class TestSubscriptions : public QObject {
    Q_OBJECT

private:
    RecordingSink m_sink;

    // Epochs of three steps. The calls as "epochs completed.steps made".
    QString callsAt(Event event, const Filter& filter, int64_t epochs = 3) {
        QStringList calls;
        SmallModel model(classInfo());
        Trainer(model, classData(12), classData(4), adamOptions(epochs, 4),
                list(std::make_unique<Filtered>(event, filter, calls)), m_sink)
            .fit();
        return calls.join(' ');
    }

private Q_SLOTS:
    void callsWhereASubscriptionWants() {
        class Around : public Callback {
        public:
            explicit Around(QString& calls) : Callback("around", order::kDecider), m_calls(calls) {}
            void subscribe(Subscriptions& subscriptions) override {
                subscriptions.on(Event::FitEnd, this, &Around::last).at(order::kLast);
                subscriptions.on(Event::FitEnd, this, &Around::own);
                subscriptions.on(Event::FitEnd, this, &Around::first).at(order::kFirst);
            }

        private:
            void first(TrainState&) { m_calls += "first "; }
            void own(TrainState&) { m_calls += "own "; }
            void last(TrainState&) { m_calls += "last"; }
            QString& m_calls;
        };
        QString calls;
        const auto note = [&](const char* text) {
            return [&calls, text](TrainState&) { calls += text; };
        };
        SmallModel model(classInfo());
        Trainer(model, classData(4), nullptr, adamOptions(1, 4),
                list(std::make_unique<Around>(calls),
                     std::make_unique<At>(Event::FitEnd, note("user "), order::kUser, "user"),
                     std::make_unique<At>(Event::FitEnd, note("sink "), order::kSink, "sink")),
                m_sink)
            .fit();
        QCOMPARE(calls, "first user own sink last");
    }

    void numbersStepsAndEpochsFromOne_data() {
        QTest::addColumn<Event>("event");
        QTest::addColumn<Filter>("filter");
        QTest::addColumn<QString>("calls");
        const Filter every4 = [](auto& s) { s.every(4); };
        const Filter once2 = [](auto& s) { s.once(2); };
        QTest::newRow("every, end of a step") << Event::StepEnd << every4 << "1.4 2.8";
        QTest::newRow("every, start of a step") << Event::StepStart << every4 << "1.3 2.7";
        QTest::newRow("every, in the midst of a step")
            << Event::GradientsReady << every4 << "1.3 2.7";
        QTest::newRow("once, start of an epoch") << Event::EpochStart << once2 << "1.3";
        QTest::newRow("once, end of an epoch") << Event::EpochEnd << once2 << "2.6";
        QTest::newRow("once, step") << Event::StepEnd << once2 << "0.2";
        QTest::newRow("evaluations, by step")
            << Event::EvalEnd << Filter([](auto& s) { s.after(3); }) << "1.6 2.9";
        QTest::newRow("after") << Event::StepEnd << Filter([](auto& s) { s.after(7); })
                               << "2.8 2.9";
        QTest::newRow("before") << Event::StepEnd << Filter([](auto& s) { s.before(3); })
                                << "0.1 0.2";
        QTest::newRow("joined") << Event::StepEnd
                                << Filter([](auto& s) { s.after(2).before(9).every(2); })
                                << "1.4 1.6 2.8";
    }
    void numbersStepsAndEpochsFromOne() {
        QFETCH(Event, event);
        QFETCH(Filter, filter);
        QTEST(callsAt(event, filter), "calls");
    }

    // The numbers are those of the run: a resume neither repeats nor forgets.
    void countsOnOverAResume() {
        QStringList calls;
        Archive checkpoint;
        const auto session = [&](int64_t pauseAt, const Archive* from) {
            SmallModel model(classInfo());
            Trainer(model, classData(12), nullptr, adamOptions(3, 4),
                    list(std::make_unique<Filtered>(
                             Event::StepEnd, [](auto& s) { s.every(2); }, calls),
                         std::make_unique<At>(
                             Event::StepEnd,
                             [&](TrainState& state) {
                                 if (state.globalStep == pauseAt) state.requestPause();
                             },
                             0, "pauser"),
                         std::make_unique<At>(
                             Event::CheckpointSaving,
                             [&](TrainState& state) {
                                 checkpoint = *state.snapshot;
                                 state.checkpointPath = "memory";
                             },
                             0, "keeper")),
                    m_sink)
                .fit(from);
        };
        session(5, nullptr);
        const Archive first = checkpoint;
        session(-1, &first);
        QCOMPARE(calls.join(' '), "0.2 1.4 1.6 2.8");
    }

    void refusesNumbersBelowOne() {
        Callback::Subscription subscription(Event::StepEnd, {});
        QVERIFY_EXCEPTION_THROWN(subscription.every(0), Error);
        QVERIFY_EXCEPTION_THROWN(subscription.once(0), Error);
    }
};

QTEST_GUILESS_MAIN(TestSubscriptions)
#include "tst_subscriptions.moc"
