#include <QtTest/QTest>

#include "core/train/callbacks/early_stopping.h"
#include "tests/core/train/callbacks/callback_support.h"

using namespace core;
using namespace support;

class TestEarlyStopping : public QObject {
    Q_OBJECT

private:
    std::optional<Session> m_session;
    static std::unique_ptr<EarlyStopping> stopping(int64_t patience, bool restoresBest = true) {
        return std::make_unique<EarlyStopping>(
            EarlyStopping::Options{patience, 0.0, restoresBest, ""});
    }

private Q_SLOTS:
    void init() { m_session.emplace(); }

    void stopsWhenPatienceIsAtItsEnd() {
        Judged model({5, 4, 4.5, 4, 3, 3, 9, 9});
        const Trained run = m_session->train(model, list(stopping(3)), 10);
        QCOMPARE(run.result.epoch, 8); // 3 checks in a row, where the same value is not better
        QCOMPARE(run.result.ending, Ending::Finished);
        QCOMPARE(QString::fromStdString(run.result.reason),
                 "early stopping: no better loss/val for 3 checks");
    }

    void countsOnlyImprovementsBeyondTheSmallest() {
        Judged model({1.0, 0.95, 0.91, 0.7});
        auto callback = std::make_unique<EarlyStopping>(EarlyStopping::Options{2, 0.1, false, ""});
        QCOMPARE(m_session->train(model, list(std::move(callback)), 10).result.epoch, 3);
    }

    void t18_namesTheMetricsWhenTheWatchedOneIsUnknown() {
        Judged model({1});
        auto callback =
            std::make_unique<EarlyStopping>(EarlyStopping::Options{2, 0.1, false, "f1/val"});
        const QString message =
            messageOf([&] { m_session->train(model, list(std::move(callback)), 2); });
        QVERIFY2(message.contains("f1/val, is not among the results: there is loss/val"),
                 qPrintable(message));
    }

    void maximizesWhatIsBetterWhenLarger() {
        SmallModel model(classInfo());
        auto callback =
            std::make_unique<EarlyStopping>(EarlyStopping::Options{1, 0.0, false, "accuracy/val"});
        std::vector<double> seen;
        m_session->train(model,
                         list(std::move(callback),
                              std::make_unique<At>(
                                  Event::EvalEnd,
                                  [&](TrainState& state) {
                                      seen.push_back(state.evalMetrics.find("accuracy/val")->value);
                                  })),
                         200);
        // It ended at the first value that was not above all before.
        for (size_t i = 1; i + 1 < seen.size(); ++i)
            QVERIFY(seen[i] > seen[i - 1]);
        QVERIFY(seen.back() <= seen[seen.size() - 2]);
    }

    void t19_keepsPatienceOverAResume() {
        const std::vector<double> values = {5, 4, 6, 6, 6, 6};
        Judged first(values), second({values.begin() + 3, values.end()});
        Callbacks callbacks = list(stopping(3), m_session->checkpoints({1, false, 0.0, ""}),
                                   std::make_unique<At>(Event::EpochEnd, [](TrainState& state) {
                                       if (state.epoch == 3) state.requestPause();
                                   }));
        m_session->train(first, std::move(callbacks), 10);
        const Archive checkpoint = m_session->read(m_session->files().last());
        QCOMPARE(m_session->train(second, list(stopping(3)), 10, &checkpoint).result.epoch, 5);
    }

    void t20_savesCountersOfTheSameCheck() {
        Judged model({5, 6, 7});
        m_session->train(model, list(stopping(9), m_session->checkpoints({3, false, 0.0, ""})), 3);
        for (int epoch = 1; epoch <= 3; ++epoch)
            QCOMPARE(m_session->read(m_session->files()[epoch - 1])
                         .integer("callback.early_stopping.waited"),
                     epoch - 1);
    }

    void t21_doesNotTrainOnAfterItHadStopped() {
        Judged model({5, 6, 7}), again({1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
        m_session->train(model,
                         list(stopping(2, false), m_session->checkpoints({1, false, 0.0, ""})), 10);
        const Archive checkpoint = m_session->read(m_session->files().last());
        QCOMPARE(m_session->train(again, list(stopping(2, false)), 10, &checkpoint).result.step, 9);
        QCOMPARE(m_session->train(again, list(stopping(3, false)), 10, &checkpoint).result.epoch,
                 7);
        QCOMPARE(m_session->train(again, list(stopping(2, false)), 5, &checkpoint).result.step, 9);
        QVERIFY(m_session->train(again, list(stopping(2, false)), 12, &checkpoint).result.step > 9);
    }

    void t22_restoresTheBestWeightsAtAnyEnding() {
        for (const bool isStopped : {false, true}) {
            Judged model({5, 3, 4, 4});
            std::vector<std::string> weights;
            Callbacks callbacks = list(stopping(isStopped ? 2 : 100),
                                       std::make_unique<At>(Event::EvalEnd, [&](TrainState& state) {
                                           weights.push_back(weightsSha256(*state.model));
                                       }));
            const Trained run = m_session->train(model, std::move(callbacks), 4);
            QCOMPARE(run.weights, weights.at(1));
            QVERIFY(run.weights != weights.back());
        }
    }

    void t22_keepsTheLastWeightsWhenThereIsNoBest() {
        Judged model({kNan, kNan});
        std::string last;
        Callbacks callbacks =
            list(stopping(100), std::make_unique<At>(Event::EvalEnd, [&](TrainState& state) {
                     last = weightsSha256(*state.model);
                 }));
        QCOMPARE(m_session->train(model, std::move(callbacks), 2).weights, last);
    }

    void resumesFromTheLastWeightsNotTheBest() {
        Judged model({3, 4, 5});
        std::string last;
        Callbacks callbacks = list(stopping(100), m_session->checkpoints({1, false, 0.0, ""}),
                                   std::make_unique<At>(Event::EvalEnd, [&](TrainState& state) {
                                       last = weightsSha256(*state.model);
                                   }));
        m_session->train(model, std::move(callbacks), 3);
        SmallModel loaded(classInfo());
        loadWeights(loaded, m_session->read(m_session->files().last()).section("model"));
        QCOMPARE(weightsSha256(loaded), last);
    }
};

QTEST_GUILESS_MAIN(TestEarlyStopping)
#include "tst_early_stopping.moc"
