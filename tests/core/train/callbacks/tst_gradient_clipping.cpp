#include <cmath>

#include <QtTest/QTest>

#include "core/train/callbacks/gradient_clipping.h"
#include "core/train/callbacks/recorder.h"
#include "tests/core/train/callbacks/callback_support.h"

using namespace core;
using namespace support;

class TestGradientClipping : public QObject {
    Q_OBJECT

private:
    std::optional<Session> m_session;

private Q_SLOTS:
    void init() { m_session.emplace(); }

    void t14_clipsAfterLoggingTheTrueNorm() {
        SmallModel model(classInfo());
        double after = 0.0;
        std::vector<double> truth;
        Callbacks callbacks = list(
            std::make_unique<Recorder>(Recorder::Options()),
            std::make_unique<GradientClipping>(ClipLimits{0.01, 0.0}),
            std::make_unique<At>(
                Event::GradientsReady,
                [&](TrainState& state) {
                    double sum = 0.0;
                    for (const auto& parameter : state.model->parameters())
                        sum += parameter.grad().square().sum().item<double>();
                    truth.push_back(std::sqrt(sum));
                },
                0, "before"),
            std::make_unique<At>(
                Event::BeforeOptimizerStep,
                [&](TrainState& state) { after = gradientNorm(state.model->parameters()).value; },
                0, "after"));
        m_session->train(model, std::move(callbacks), 1);
        const auto logged = m_session->sink.values("gradient/norm");
        for (size_t i = 0; i < truth.size(); ++i)
            QVERIFY(std::abs(logged[i] - truth[i]) < 1e-6 * truth[i]);
        QVERIFY(truth.back() > 0.01);
        QVERIFY(std::abs(after - 0.01) < 1e-6);
    }

    void cutsSingleNumbersOfGradients() {
        SmallModel model(classInfo());
        double largest = 0.0;
        Callbacks callbacks =
            list(std::make_unique<GradientClipping>(ClipLimits{0.0, 0.001}),
                 std::make_unique<At>(Event::BeforeOptimizerStep, [&](TrainState& state) {
                     for (const auto& parameter : state.model->parameters())
                         largest = std::max(largest, parameter.grad().abs().max().item<double>());
                 }));
        m_session->train(model, std::move(callbacks), 1);
        QVERIFY(std::abs(largest - 0.001) < 1e-9);
    }
};

QTEST_GUILESS_MAIN(TestGradientClipping)
#include "tst_gradient_clipping.moc"
